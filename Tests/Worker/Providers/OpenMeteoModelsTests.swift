import Foundation
import HTTP
import Refreshing
import Scratch
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Providers

private let recordings = RecordingFolder("openmeteo")

/// Configured models, and the height of the place.
@Suite struct OpenMeteoModelsTests {
    private func report(_ json: String, _ models: [String]) throws -> Report {
        try OpenMeteoService<Report>.report(
            from: HTTPAnswer(status: 200, body: Array(json.utf8)), of: "example.org", for: #require(berlin),
            at: Fixtures.now, models: models)
    }

    /// An hourly answer, from the hour of `Fixtures.now` on.
    private func hourly(_ columns: String, units: String = "") -> String {
        #"{"timezone":"GMT","hourly_units":{\#(units)},"hourly":{"time":[1795262400,1795266000,1795269600],\#(columns)}}"#
    }

    @Test func theFirstModelWithAValueWins() throws {
        let json = hourly(
            #"""
            "temperature_2m_icon_d2":[4,null,null],"temperature_2m_ecmwf_ifs":[9,8,null],"temperature_2m_gfs_global":[1,2,3],
            "dew_point_2m_icon_d2":[null,null,null],"dew_point_2m_ecmwf_ifs":[1,1,1],"dew_point_2m_gfs_global":[7,7,7]
            """#)
        let hours = try report(json, ["icon_d2", "ecmwf_ifs", "gfs_global"]).hours
        #expect(hours.map(\.conditions.temperature) == [4, 8, 3])
        #expect(hours.map(\.conditions.dewPoint) == [1, 1, 1])
        let reversed = try report(json, ["gfs_global", "ecmwf_ifs", "icon_d2"]).hours
        #expect(reversed.map(\.conditions.temperature) == [1, 2, 3])
        #expect(reversed.map(\.conditions.dewPoint) == [7, 7, 7])
    }

    /// The service answers with its present names of models.
    @Test func modelsMayHaveOtherNamesInTheAnswer() throws {
        let json = hourly(
            #""temperature_2m_ncep_gfs_seamless":[1,1,1],"temperature_2m_dwd_icon_seamless":[2,2,2]"#)
        #expect(try report(json, ["gfs_seamless", "icon_seamless"]).hours.first?.conditions.temperature == 1)
        #expect(try report(json, ["icon_seamless", "gfs_seamless"]).hours.first?.conditions.temperature == 2)
        // A name that is known in no form comes last.
        #expect(try report(json, ["unheard_of", "dwd_icon_seamless"]).hours.first?.conditions.temperature == 2)
    }

    /// `precipitation_probability_x` is not the precipitation of a model `probability_x`.
    @Test func variablesWithACommonBeginningStayApart() throws {
        let json = hourly(
            #"""
            "precipitation_best_match":[0,2,0],"precipitation_gfs_global":[0,7,0],
            "precipitation_probability_best_match":[0,60,0],"precipitation_probability_gfs_global":[0,10,0],
            "snowfall_best_match":[0,1,0],"snow_depth_best_match":[0.5,0.5,0.5]
            """#)
        let hour = try #require(try report(json, ["best_match", "gfs_global"]).hours.first)
        #expect(hour.conditions.precipitation == 2)
        #expect(hour.precipitationProbability == 60)
        #expect(hour.conditions.snowfall == 10)
        #expect(hour.conditions.snowDepth == 0.5)
    }

    /// A model without the variable has the unit "undefined".
    @Test func aModelWithoutTheVariableIsSkipped() throws {
        let json = hourly(
            #""wind_speed_10m_a":[null,null,null],"wind_speed_10m_b":[36,36,36]"#,
            units: #""wind_speed_10m_a":"undefined","wind_speed_10m_b":"km/h""#)
        #expect(try report(json, ["a", "b"]).hours.first?.conditions.windSpeed == 10)
    }

    /// Current weather has no suffix, also with several models.
    @Test func theAnswerForOneModelHasNoSuffixes() throws {
        let json =
            #"{"timezone":"GMT","current":{"time":1795262400,"temperature_2m":5},"hourly":{"time":[1795262400],"temperature_2m":[6]}}"#
        for models in [[], ["icon_d2"], ["icon_d2", "gfs_global"]] {
            let report = try report(json, models)
            #expect(report.current?.temperature == 5)
            #expect(report.hours.first?.conditions.temperature == 6)
        }
    }

    @Test(.enabled(if: recordings.contains("forecast_berlin_two_models.json"), "\(RecordingFolder.absence)"))
    func recordedAnswerOfTwoModels() throws {
        let name = "forecast_berlin_two_models.json"
        let json = try recordings.object(name)
        let hourly = try #require(json["hourly"] as? [String: Any])
        let now = try noon(ofRecording: json)
        for model in ["best_match", "gfs_seamless"] {
            let models = model == "best_match" ? [model, "gfs_seamless"] : [model, "best_match"]
            let report = try OpenMeteoService<Report>.report(
                from: HTTPAnswer(status: 200, body: recordings.body(name)), of: "recording", for: #require(berlin),
                at: now, models: models)
            let codes = try #require(hourly["weather_code_\(model)"] as? [Int?])
            let dry = codes.enumerated().dropLast().filter {
                (codes[$0.offset + 1] ?? 0) < 50 && ($0.element ?? 0) < 50
            }
            #expect(!report.hours.isEmpty)
            #expect(!dry.isEmpty)
            for (index, code) in dry where index < 24 {
                let hour = report.hours.first { $0.time == UnixTime(now.seconds - 12 * 3600 + index * 3600) }
                #expect(hour?.conditions.condition == code.map(Condition.init(wmoCode:)), "\(model) \(index)")
            }
        }
    }

    // MARK: - The request

    @Test func modelsAreRequested() throws {
        let places = [try #require(berlin)]
        #expect(!OpenMeteo.query(for: places, baseURL: "https://x").url.contains("models="))
        let url = OpenMeteo.query(for: places, baseURL: "https://x", models: ["icon_d2", "best_match"]).url
        #expect(url.contains("&models=icon_d2,best_match&"))
    }

    /// One place outside of a regional model would fail a list.
    @Test func placesOfModelsHaveTheirOwnRequests() async throws {
        let provider = OpenMeteo(baseURL: "https://x", models: ["icon_d2"]) { _ in HTTPAnswer(status: 200) }
        #expect(provider.limits.batch == 1)
        #expect(OpenMeteo(baseURL: "https://x") { _ in HTTPAnswer(status: 200) }.limits.batch == 67)
    }

    /// Their areas are those of the service's choice of models.
    @Test func quarterHoursNeedTheServicesChoice() throws {
        let places = [try #require(berlin)]
        func hasQuarters(_ models: [String]) -> Bool {
            OpenMeteo.query(for: places, baseURL: "https://x", models: models).url.contains("minutely_15")
        }
        #expect(hasQuarters([]) && hasQuarters(["best_match"]) && hasQuarters(["best_match", "icon_d2"]))
        #expect(!hasQuarters(["icon_d2"]) && !hasQuarters(["icon_d2", "best_match"]))
    }

    @Test func knownAltitudeIsRequestedAsElevation() async throws {
        let place = try #require(berlin)
        for (altitude, expected) in [(312.4, "&elevation=312"), (-3.5, "&elevation=-4"), (nil, nil)]
            as [(Double?, String?)]
        {
            let provider = OpenMeteo(baseURL: "https://x", altitude: { _ in altitude }) { query throws(FetchFailure) in
                guard query.url.contains("elevation") == (expected != nil),
                    query.url.hasSuffix(expected ?? "mm") || expected == nil
                else { throw .hostNotFound(host: query.url) }
                return HTTPAnswer(status: 200, body: Array(Fixtures.whole.utf8))
            }
            _ = try await provider.report(for: place, at: Fixtures.now)
        }
    }

    /// A list has elevations for all places or for none.
    @Test func placesWithAndWithoutAltitudeHaveTheirOwnRequests() async throws {
        let places = try (0..<3).map { try #require(Coordinate(latitude: Double($0), longitude: 0)) }
        let urls = Mutex<[String]>([])
        let provider = OpenMeteo(
            baseURL: "https://x", altitude: { $0.latitude == 1 ? 1500 : nil },
            exchange: { query throws(FetchFailure) in
                urls.withLock { $0.append(query.url) }
                let isList = query.url.contains("latitude=0.0,2.0&")
                return HTTPAnswer(
                    status: 200, body: Array((isList ? "[\(Fixtures.whole),{}]" : Fixtures.whole).utf8))
            })
        let results = try await provider.reports(for: places, at: Fixtures.now, renewing: [:])
        #expect(results.map { (try? $0.get())?.coordinate } == [places[0], places[1], nil])
        let sent = urls.withLock { $0 }
        #expect(sent.count == 2)
        #expect(sent[0].contains("latitude=1.0&") && sent[0].hasSuffix("&elevation=1500"))
        #expect(!sent[1].contains("elevation"))
    }

    @Test func theReportHasTheHeightThatTheServiceUsed() throws {
        let json = #"{"elevation":38.0,"timezone":"GMT","current":{"time":1795262400,"temperature_2m":5}}"#
        #expect(try report(json, []).elevation == 38)
        #expect(try report(json.replacing("38.0", with: "1e6"), []).elevation == nil)
        #expect(try report(json.replacing("38.0", with: "null"), []).elevation == nil)
    }

    // MARK: - Failures

    private func failure(_ status: Int, _ reason: String, _ models: [String]) throws -> FetchFailure? {
        let answer = HTTPAnswer(status: status, body: Array(#"{"error":true,"reason":"\#(reason)"}"#.utf8))
        let place = try #require(berlin)
        return #expect(throws: FetchFailure.self) {
            try OpenMeteoService<Report>.report(
                from: answer, of: "example.org", for: place, at: Fixtures.now, models: models)
        }
    }

    @Test func anUnknownModelIsAMistakeInTheConfiguration() throws {
        let reason =
            "Data corrupted at path ''. Cannot initialize MultiDomains from invalid String value icon_d3."
        #expect(
            try failure(400, reason, ["icon_d3"])
                == .settingRefused(host: "example.org", setting: "open-meteo.models", reason: reason))
        // Nothing was configured.
        #expect(try failure(400, reason, []) == .refused(host: "example.org", status: 400, reason: reason))
        #expect(
            try failure(503, reason, ["icon_d3"])
                == .serviceFailed(host: "example.org", status: 503, reason: reason, retryAfter: nil))
    }

    /// A regional model elsewhere.
    @Test func aPlaceOutsideOfAModelIsNotCovered() throws {
        let reason = "No data is available for this location"
        #expect(try failure(400, reason, ["icon_d2"]) == .notCovered(host: "example.org", reason: reason))
    }
}

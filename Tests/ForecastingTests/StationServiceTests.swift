import HTTP
import Providers
import Testing
import Weather

@testable import Forecasting

/// Bright Sky's and the National Weather Service's stations, and MET Norway's radar, as their documentation has them.
struct StationServiceTests {
    /// 2026-11-21T15:00:00Z.
    private let now = UnixTime(1_795_273_200)

    /// As in brightsky.dev/docs, `/current_weather`.
    private func brightSky(_ weather: String) -> String {
        #"""
        {"weather":{"source_id":303711,"timestamp":"2026-11-21T14:30:00+00:00",\#(weather)},
         "sources":[{"id":303711,"dwd_station_id":"00433","wmo_station_id":"10384","station_name":"Berlin-Tempelhof",
          "observation_type":"synop","lat":52.4675,"lon":13.4021,"height":48.0,"distance":4000.0}]}
        """#
    }

    private func berlin(_ answer: HTTPAnswer) async throws -> (report: ObservationReport, path: String) {
        let service = ScriptedService { _ in answer }
        let place = try #require(Coordinate(latitude: 52.52, longitude: 13.4))
        let report = try await BrightSkyStations(baseURL: "http://service.test", exchange: service.exchange)
            .report(for: place, at: now)
        return (report, try #require(service.paths.first))
    }

    @Test func everyValueOfBrightSky() async throws {
        let (report, path) = try await berlin(
            HTTPAnswer(
                brightSky(
                    #"""
                    "cloud_cover":88,"condition":"dry","dew_point":1.1,"precipitation_10":0,"precipitation_30":0.1,
                    "precipitation_60":0.4,"pressure_msl":1003.2,"relative_humidity":81,"visibility":14880,
                    "wind_direction_10":213,"wind_speed_10":18,"wind_gust_direction_10":220,"wind_gust_speed_10":36,
                    "wind_speed_60":7.2,"temperature":4.2,"icon":"cloudy"
                    """#)))
        #expect(path == "/current_weather?lat=52.52&lon=13.4&max_dist=25000&units=dwd")
        let observation = try #require(report.observation)
        #expect(observation.station.id == "00433" && observation.station.name == "Berlin-Tempelhof")
        #expect(observation.station.elevation == 48 && observation.time == now.advanced(by: -1800))
        #expect((5800...5900).contains(try #require(observation.station.distance)))
        let conditions = observation.conditions
        #expect(conditions.temperature == 4.2 && conditions.dewPoint == 1.1 && conditions.humidity == 81)
        #expect(conditions.cloudCover == 88 && conditions.condition == .overcast)
        #expect(conditions.pressure == 1003.2 && conditions.visibility == 14_880)
        #expect(conditions.windSpeed == 5 && conditions.windDirection == 213 && conditions.windGust == 10)
        #expect(conditions.precipitation == 0.4 && conditions.precipitationPeriod == 3600)
    }

    @Test(
        arguments: [("rain", .rain), ("snow", .snow), ("fog", .fog), ("thunderstorm", .thunderstorm)]
            as [(String, Condition)])
    func conditionOfBrightSky(word: String, condition: Condition) async throws {
        let answer = HTTPAnswer(brightSky(#""temperature":4,"cloud_cover":100,"condition":"\#(word)""#))
        #expect(try await berlin(answer).report.observation?.conditions.condition == condition)
    }

    @Test func noStationOfBrightSkyIsNear() async throws {
        let report = try await berlin(HTTPAnswer(#"{"detail":"No sources match"}"#, status: 404)).report
        #expect(report.observation == nil && report.rejected.isEmpty)
    }

    // MARK: - National Weather Service

    private func station(_ id: String, _ latitude: Double) -> String {
        #"{"geometry":{"coordinates":[-74,\#(latitude)]},"properties":{"stationIdentifier":"\#(id)","name":"N \#(id)"}}"#
    }

    private func observation(_ temperature: String, at time: String = "2026-11-21T14:51:00+00:00") -> String {
        #"""
        {"geometry":{"coordinates":[-74,40.7]},"properties":{"timestamp":"\#(time)","textDescription":"",
         "temperature":{"unitCode":"wmoUnit:degC","value":\#(temperature)},"elevation":{"unitCode":"wmoUnit:m","value":7}}}
        """#
    }

    private func newYork(_ observations: [String: String], renewing previous: ObservationReport? = nil) async throws -> (ObservationReport, [String]) {
        let bodies = [
            "/points/40.7,-74":
                #"""
            {"properties":{"forecastHourly":"https://x/hourly","timeZone":"America/New_York",
             "observationStations":"https://x/stations"}}
            """#,
            "/stations":
                "{\"features\":[\(station("KAAA", 40.71)),\(station("KBBB", 40.8)),\(station("KCCC", 40.95))]}",
        ]
        let service = ScriptedService { query in
            let path = query.url.replacing("http://service.test", with: "")
            let body = bodies[path] ?? observations[path.split(separator: "/").dropFirst().first.map(String.init) ?? ""]
            return body.map { HTTPAnswer($0) } ?? HTTPAnswer("", status: 404)
        }
        let place = try #require(Coordinate(latitude: 40.7, longitude: -74))
        let report = try await NWSStations(
            baseURL: "http://service.test", gridPoints: NWSGridPoints(), exchange: service.exchange
        ).report(for: place, at: now, renewing: previous)
        return (report, service.paths)
    }

    @Test func oneObservationIsEnough() async throws {
        let (report, paths) = try await newYork(["KAAA": observation("5"), "KBBB": observation("6")])
        #expect(report.observation?.station.id == "KAAA" && report.observation?.conditions.temperature == 5)
        #expect(paths == ["/points/40.7,-74", "/stations", "/stations/KAAA/observations/latest"])
    }

    @Test func neighbourReplacesUselessStation() async throws {
        let (report, paths) = try await newYork(["KAAA": observation("-99"), "KBBB": observation("6")])
        #expect(report.observation?.station.id == "KBBB" && report.observation?.station.elevation == 7)
        #expect(report.rejected.map(\.station.id) == ["KAAA"])
        #expect(paths.count == ProviderFacts.nwsStations.requestsABatch - 1)
    }

    @Test func neighbourIsAskedFirstUntilTheNextDay() async throws {
        let observations = ["KAAA": observation("-99"), "KBBB": observation("6")]
        let (report, _) = try await newYork(observations)
        let (next, paths) = try await newYork(observations, renewing: report)
        #expect(next.observation?.station.id == "KBBB" && next.rejected == report.rejected)
        #expect(paths.suffix(1) == ["/stations/KBBB/observations/latest"] && !paths.contains { $0.contains("KAAA") })
        var yesterday = report
        yesterday.fetchedAt = now.advanced(by: -86_400)
        let (_, all) = try await newYork(observations, renewing: yesterday)
        #expect(all.contains { $0.contains("KAAA") }, "the nearest may work again")
    }

    @Test func silentStationsAreNamed() async throws {
        let old = observation("5", at: "2026-11-21T10:00:00+00:00")
        let (report, _) = try await newYork(["KAAA": observation("null"), "KBBB": old])
        #expect(report.observation == nil && report.hasStation)
        #expect(report.rejected.map(\.problem) == [.incomplete, .tooOld(18_000)])
    }

    // MARK: - Radar

    private func radar(coverage: String, _ answer: HTTPAnswer? = nil) async throws -> RadarReport {
        let body = #"{"properties":{"meta":{"radar_coverage":"\#(coverage)","units":{"precipitation_rate":"mm/h"}}}}"#
        let service = ScriptedService { _ in answer ?? HTTPAnswer(body) }
        let place = try #require(Coordinate(latitude: 59.9, longitude: 10.7))
        return try await METNowcast(baseURL: "http://service.test", exchange: service.exchange)
            .report(for: place, at: now)
    }

    @Test func radarOutOfOrderGivesNothing() async throws {
        #expect(try await radar(coverage: "temporarily unavailable").precipitation.isEmpty)
        await #expect(throws: FetchFailure.self) { try await radar(coverage: "no coverage") }
        await #expect(throws: FetchFailure.self) { try await radar(coverage: "perhaps") }
        await #expect(throws: FetchFailure.self) { try await radar(coverage: "ok", HTTPAnswer(status: 422)) }
    }

    @Test(arguments: [
        (59.9, 10.7, true), (55.7, 12.6, true), (60.2, 24.9, true), (52.5, 13.4, false), (40.7, -74, false),
    ])
    func radarCoversNordicCountries(latitude: Double, longitude: Double, isCovered: Bool) throws {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(ProviderFacts.metNowcast.covers(place) == isCovered)
    }
}

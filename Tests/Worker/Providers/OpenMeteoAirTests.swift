import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// Answers of Open-Meteo's air quality service in its documented format, written for these tests.
@Suite struct OpenMeteoAirTests {
    /// From the hour before `Fixtures.now`.
    private static let whole = #"""
        {"latitude":52.5,"longitude":13.4,"utc_offset_seconds":3600,"timezone":"Europe/Berlin",
         "hourly_units":{"time":"unixtime","european_aqi":"EAQI","us_aqi":"USAQI","pm2_5":"μg/m³","pm10":"μg/m³",
          "ozone":"μg/m³","nitrogen_dioxide":"μg/m³","sulphur_dioxide":"μg/m³","carbon_monoxide":"μg/m³",
          "ammonia":"μg/m³","dust":"μg/m³","alder_pollen":"grains/m³","birch_pollen":"grains/m³",
          "grass_pollen":"grains/m³","mugwort_pollen":"grains/m³","olive_pollen":"grains/m³",
          "ragweed_pollen":"grains/m³"},
         "hourly":{"time":[1795258800,1795262400,1795266000],"european_aqi":[30,34,41],"us_aqi":[40,52,61],
          "pm2_5":[5,8.1,9],"pm10":[9,12.4,13],"ozone":[50,58.0,60],"nitrogen_dioxide":[7,11.3,12],
          "sulphur_dioxide":[1,1.2,2],"carbon_monoxide":[200,211.0,220],"ammonia":[2,2.3,2],"dust":[0,3.0,0],
          "alder_pollen":[0,0.1,0],"birch_pollen":[0,0.2,0],"grass_pollen":[0,0.3,0],"mugwort_pollen":[0,0.4,0],
          "olive_pollen":[0,0.5,0],"ragweed_pollen":[0,0.6,null]}}
        """#

    private func air(_ json: String) throws -> AirReport {
        try OpenMeteoService<AirReport>.report(
            from: HTTPAnswer(status: 200, body: Array(json.utf8)), of: "example.org", for: #require(berlin),
            at: Fixtures.now)
    }

    /// The first hour of an answer with one column.
    private func first(_ name: String, _ value: String, unit: String) throws -> AirQuality {
        try #require(
            try air(
                #"{"timezone":"GMT","hourly_units":{"\#(name)":\#(unit)},"hourly":{"time":[1795262400],"dust":[1],"\#(name)":[\#(value)]}}"#
            ).hours.first)
    }

    @Test func valuesHaveTheirPollutant() throws {
        let report = try air(Self.whole)
        #expect(report.coordinate == berlin)
        #expect(report.timeZone == "Europe/Berlin")
        #expect(report.fetchedAt == Fixtures.now)
        #expect(report.provider.id == "open-meteo")
        #expect(report.provider.attribution?.contains("CAMS ENSEMBLE data provider") == true)
        #expect(report.provider.attribution?.contains("Open-Meteo.com") == true)
        // The past hour is kept for means.
        #expect(report.hours.map(\.time.seconds) == [1_795_258_800, 1_795_262_400, 1_795_266_000])
        let air = try #require(report.air(at: Fixtures.now.advanced(by: 1800)))
        #expect(air.europeanIndex == 34)
        #expect(air.usIndex == 52)
        #expect(air.openWeatherIndex == nil)
        #expect(air.fineParticles == 8.1)
        #expect(air.particles == 12.4)
        #expect(air.ozone == 58)
        #expect(air.nitrogenDioxide == 11.3)
        #expect(air.sulphurDioxide == 1.2)
        #expect(air.carbonMonoxide == 211)
        #expect(air.ammonia == 2.3)
        #expect(air.dust == 3)
        #expect(air.alderPollen == 0.1)
        #expect(air.birchPollen == 0.2)
        #expect(air.grassPollen == 0.3)
        #expect(air.mugwortPollen == 0.4)
        #expect(air.olivePollen == 0.5)
        #expect(air.ragweedPollen == 0.6)
        #expect(report.hours.last?.ragweedPollen == nil)
    }

    /// With the hour that has begun, those of a day: means reach no further back.
    @Test func hoursOfTheLastDayAreKept() throws {
        let times = (0..<60).map { 1_795_262_400 + ($0 - 48) * 3600 }
        let hours = try air(
            #"{"hourly":{"time":\#(times),"dust":\#(times.indices.map { $0 })}}"#
        ).hours
        #expect(hours.map(\.time.seconds) == Array(times[25...]))
        #expect(hours.first?.dust == 25)
    }

    /// In India the service labels a UTC hour with the half hour before it.
    @Test func hoursOfHalfHourZonesAreFullHours() throws {
        let hours = try air(
            #"""
            {"timezone":"Asia/Kolkata","utc_offset_seconds":19800,
             "hourly":{"time":[1795260600,1795264200],"dust":[1,2]}}
            """#
        ).hours
        #expect(hours.map(\.time.seconds) == [1_795_262_400, 1_795_266_000])
        #expect(hours.map(\.dust) == [1, 2])
    }

    @Test func currentValuesAloneAreEnough() throws {
        let report = try air(#"{"timezone":"GMT","current":{"time":"2026-11-21T12:00","us_aqi":160,"dust":null}}"#)
        #expect(report.hours.count == 1)
        #expect(report.hours.first?.time == Fixtures.now)
        #expect(report.hours.first?.usIndex == 160)
        #expect(report.hours.first?.dust == nil)
        // Hours also provide the current values.
        let both = try air(
            #"{"current":{"time":1795262400,"us_aqi":160},"hourly":{"time":[1795262400],"us_aqi":[150]}}"#)
        #expect(both.hours.map(\.usIndex) == [150])
        #expect(both.timeZone == nil)
    }

    @Test(arguments: [
        ("\"\u{3BC}g/m³\"", 4.5), ("\"\u{B5}g/m³\"", 4.5), ("\"mg/m³\"", 4500), ("\"ppb\"", nil),
        ("\"undefined\"", nil),
        ("null", 4.5), ("7", 4.5),
    ])
    func unitsAreConverted(unit: String, expected: Double?) throws {
        #expect(try first("ozone", "4.5", unit: unit).ozone == expected)
    }

    @Test(arguments: ["-1", "-999", "1e9", "\"5\"", "null", "[]", "true", "\"NaN\""])
    func implausibleValuesAreDropped(value: String) throws {
        #expect(try first("pm10", value, unit: "\"μg/m³\"").particles == nil)
        #expect(try first("european_aqi", value, unit: "\"EAQI\"").europeanIndex == nil)
        #expect(try first("grass_pollen", value, unit: "\"grains/m³\"").grassPollen == nil)
        #expect(try first("pm10", value, unit: "\"μg/m³\"").dust == 1)
    }

    @Test(arguments: [
        ("", "the response is empty"),
        ("{", "the response is truncated or invalid"), ("{}", "the response contains no air quality"),
        (#"{"hourly":{"time":[1795262400],"dust":[null]}}"#, "the response contains no air quality"),
        (#"{"hourly":{"time":[0],"dust":[1]}}"#, "the response contains no air quality"),
        (#"{"hourly":{"time":[1795258800],"dust":[1]}}"#, "the response contains no air quality"),
        (#"{"hourly":{"dust":[1]},"current":{"dust":1}}"#, "the response contains no air quality"),
    ])
    func invalidAirQualityIsMalformed(body: String, reason: String) {
        #expect(throws: FetchFailure.malformed(host: "example.org", reason: reason)) { try air(body) }
    }

    @Test func webPageIsReported() {
        #expect(throws: FetchFailure.webPage(host: "example.org")) { try air("<html>") }
    }

    @Test func errorsMatchForecastErrors() throws {
        let berlin = try #require(berlin)
        func failure(_ status: Int, _ body: String) -> FetchFailure? {
            #expect(throws: FetchFailure.self) {
                try OpenMeteoService<AirReport>.report(
                    from: HTTPAnswer(status: status, body: Array(body.utf8)), of: "example.org", for: berlin,
                    at: Fixtures.now)
            }
        }
        let limit = "Hourly API request limit exceeded. Please try again in the next hour."
        #expect(
            failure(429, #"{"error":true,"reason":"\#(limit)"}"#)
                == .rateLimited(host: "example.org", reason: limit, retryAfter: 3600))
        #expect(
            failure(400, #"{"error":true,"reason":"Cannot initialize"}"#)
                == .refused(host: "example.org", status: 400, reason: "Cannot initialize"))
        #expect(
            failure(200, #"{"error":true,"reason":"overloaded"}"#)
                == .refused(host: "example.org", status: 200, reason: "overloaded"))
        #expect(
            failure(503, "<html>") == .serviceFailed(host: "example.org", status: 503, reason: nil, retryAfter: nil))
    }

    @Test func oneRequestFetchesEverything() async throws {
        let provider = OpenMeteoAir(baseURL: "https://example.org/") { query throws(FetchFailure) in
            for part in [
                "https://example.org/v1/air-quality?latitude=52.52&longitude=13.41&",
                "hourly=european_aqi,us_aqi,pm2_5,pm10,",
                "ozone,nitrogen_dioxide,sulphur_dioxide,carbon_monoxide,ammonia,dust,alder_pollen,", "ragweed_pollen&",
                "past_days=1", "forecast_days=2", "timezone=auto", "timeformat=unixtime",
            ] where !query.url.contains(part) {
                throw .hostNotFound(host: part)
            }
            return HTTPAnswer(status: 200, body: Array(Self.whole.utf8))
        }
        #expect(try await provider.report(for: #require(berlin), at: Fixtures.now).hours.count == 3)
    }

    @Test func oneRequestFetchesManyPlaces() async throws {
        let places = try (0..<3).map { try #require(Coordinate(latitude: Double($0), longitude: 0)) }
        let provider = OpenMeteoAir(baseURL: "https://example.org") { query throws(FetchFailure) in
            guard query.url.contains("?latitude=0.0,1.0,2.0&longitude=0.0,0.0,0.0&") else {
                throw .hostNotFound(host: query.url)
            }
            return HTTPAnswer(status: 200, body: Array("[\(Self.whole),{},\(Self.whole)]".utf8))
        }
        let results = try await provider.reports(for: places, at: Fixtures.now, renewing: [:])
        #expect(try results.first?.get().coordinate == places[0])
        #expect(throws: FetchFailure.self) { try results[1].get() }
        #expect(try results.last?.get().coordinate == places[2])
        #expect(try await provider.reports(for: [], at: Fixtures.now, renewing: [:]).isEmpty)
        await #expect(throws: FetchFailure.self) {
            try await provider.reports(for: Array(places.dropLast()), at: Fixtures.now, renewing: [:])
        }
    }
}

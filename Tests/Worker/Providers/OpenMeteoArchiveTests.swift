import HTTP
import Refreshing
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// Answers of Open-Meteo's archive in its documented format, written for these tests.
@Suite struct OpenMeteoArchiveTests {
    private func normals(_ json: String) throws -> NormalsReport {
        try OpenMeteoService<NormalsReport>.report(
            from: HTTPAnswer(status: 200, body: Array(json.utf8)), of: "example.org", for: #require(berlin),
            at: Fixtures.now)
    }

    /// 2016-01-01 to 2025-12-31, each at midnight by the UTC offset of the answer, as the service sends it.
    ///
    /// - Parameter high: of the day with this index, as JSON.
    private func archive(utcOffset: Int = 3600, unit: String = "°C", high: (Int) -> String) -> String {
        let first = 1_451_606_400 - utcOffset
        let days = 0..<3653
        let times = days.map { "\(first + $0 * 86_400)" }.joined(separator: ",")
        let highs = days.map(high).joined(separator: ",")
        let lows = days.map { _ in "1.5" }.joined(separator: ",")
        return #"""
            {"latitude":52.5,"longitude":13.4,"utc_offset_seconds":\#(utcOffset),"timezone":"Europe/Berlin",
             "daily_units":{"time":"unixtime","temperature_2m_max":"\#(unit)","temperature_2m_min":"°C"},
             "daily":{"time":[\#(times)],"temperature_2m_max":[\#(highs)],"temperature_2m_min":[\#(lows)]}}
            """#
    }

    @Test(arguments: [-39_600, 0, 3600, 20_700, 50_400])
    func daysHaveTheirLocalDate(utcOffset: Int) throws {
        // 2016-02-29 is day 59 from 0.
        let report = try normals(archive(utcOffset: utcOffset) { $0 == 59 ? "24.3" : "10" })
        #expect(report.coordinate == berlin)
        #expect(report.fetchedAt == Fixtures.now)
        #expect(report.provider.id == "open-meteo")
        #expect(report.provider.attribution?.contains("Open-Meteo.com") == true)
        let normals = report.normals
        func high(_ month: Int, _ day: Int) -> Double? {
            normals.high(on: CalendarDate(year: 2026, month: month, day: day))
        }
        // One of 143 days is 14.3 degrees warmer.
        #expect(high(2, 21) == 10 && high(2, 22) == 10.1 && high(3, 7) == 10.1 && high(3, 8) == 10)
        #expect(normals.lows.allSatisfy { $0 == 1.5 })
    }

    @Test func unitsAreConverted() throws {
        #expect(try normals(archive(unit: "°F") { _ in "50" }).normals.highs.allSatisfy { $0 == 10 })
        #expect(try normals(archive(unit: "K") { _ in "50" }).normals.highs.allSatisfy { $0 == nil })
    }

    @Test(arguments: ["null", "999", "-300", "\"12\"", "[]", "1e99", "true"])
    func implausibleDaysAreDropped(value: String) throws {
        let report = try normals(archive { $0.isMultiple(of: 3) ? value : "10" })
        #expect(report.normals.highs.allSatisfy { $0 == 10 })
        #expect(try normals(archive { _ in value }).normals.highs.allSatisfy { $0 == nil })
    }

    @Test(arguments: [
        ("", "the response is empty"), ("{", "the response is truncated or invalid"),
        ("{}", "the response contains no past temperatures"),
        (
            #"{"daily":{"time":[1451606400],"temperature_2m_max":[5]}}"#,
            "the response contains no past temperatures"
        ),
        (#"{"daily":{"temperature_2m_max":[5]}}"#, "the response contains no past temperatures"),
        (#"{"daily":{"time":[],"temperature_2m_max":5}}"#, "the response contains no past temperatures"),
    ])
    func invalidArchiveIsMalformed(body: String, reason: String) {
        #expect(throws: FetchFailure.malformed(host: "example.org", reason: reason)) { try normals(body) }
    }

    @Test func oversizedArchiveIsReadInPart() throws {
        let times = (0..<20_000).map { "\(1_451_606_400 + $0 * 86_400)" }.joined(separator: ",")
        let highs = Array(repeating: "5", count: 20_000).joined(separator: ",")
        let report = try normals(#"{"daily":{"time":[\#(times)],"temperature_2m_max":[\#(highs)]}}"#)
        #expect(report.normals.highs.allSatisfy { $0 == 5 })
    }

    @Test func tenWholeYearsAreRequested() async throws {
        let provider = OpenMeteoArchive(baseURL: "https://example.org/") { query throws(FetchFailure) in
            for part in [
                "https://example.org/v1/archive?latitude=52.52&longitude=13.41&",
                "daily=temperature_2m_max,temperature_2m_min", "start_date=2016-01-01", "end_date=2025-12-31",
                "timezone=auto", "timeformat=unixtime", "temperature_unit=celsius",
            ] where !query.url.contains(part) {
                throw .hostNotFound(host: part)
            }
            return HTTPAnswer(status: 200, body: Array(archive { _ in "8" }.utf8))
        }
        let report = try await provider.report(for: #require(berlin), at: Fixtures.now)
        #expect(report.normals.high(on: CalendarDate(year: 2026, month: 11, day: 21)) == 8)
    }

    /// The service corrects temperatures for the altitude. A different one would compare a valley with a mountain.
    @Test(arguments: [(312.4, "&elevation=312"), (nil, "")] as [(Double?, String)])
    func altitudeIsThatOfTheForecast(altitude: Double?, parameter: String) async throws {
        let service = ScriptedService { _ in HTTPAnswer(status: 200, body: Array(archive { _ in "8" }.utf8)) }
        let place = try #require(berlin)
        _ = try await OpenMeteoArchive(
            baseURL: "http://service.test", altitude: { $0 == place ? altitude : nil }, exchange: service.exchange
        ).report(for: place, at: Fixtures.now)
        let path = try #require(service.paths.first)
        #expect(path.hasSuffix(parameter) && path.contains("elevation") == (altitude != nil))
    }

    /// Ten variables for two weeks are a call; 600 calls a minute and 10,000 a day are allowed.
    @Test func requestIsWithinLimits() {
        let calls = Double(OpenMeteoArchive.variables.count) / 10 * 3653 / 14
        let limits = ProviderFacts.openMeteoArchive.limits
        #expect(calls * Double(limits.placesAMinute) <= 600)
        #expect(calls * Double(limits.placesADay) <= 10_000, "\(calls) calls")
    }
}

@Suite(
    .enabled(
        if: RecordingFolder("openmeteo").contains("historical_amsterdam_trimmed.json"), "\(RecordingFolder.absence)"))
struct ArchiveRecordingTests {
    /// The recordings of the archive and of the climate service were cut to one hour and one day.
    @Test(arguments: ["historical_amsterdam_trimmed.json", "climate_amsterdam_trimmed.json"])
    func singleDayIsNotNormal(name: String) throws {
        let body = try RecordingFolder("openmeteo").body(name)
        #expect(
            throws: FetchFailure.malformed(
                host: "recording", reason: "the response contains no past temperatures")
        ) {
            try OpenMeteoService<NormalsReport>.report(
                from: HTTPAnswer(status: 200, body: body), of: "recording", for: #require(berlin), at: Fixtures.now)
        }
    }

    @Test func dayOfClimateRecordingHasItsValue() throws {
        let body = try RecordingFolder("openmeteo").body("climate_amsterdam_trimmed.json")
        let answer = try OpenMeteoAnswer(
            HTTPAnswer(status: 200, body: body), from: "recording", at: Fixtures.now, models: [])
        let rows = answer.daily.rows(utcOffset: 0)
        // 2020-01-01.
        #expect(rows.map(\.time.seconds) == [1_577_836_800])
        #expect(rows.first?.row.value("temperature_2m_max", .temperature) == 11.1)
    }
}

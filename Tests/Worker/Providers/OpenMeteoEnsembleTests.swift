import HTTP
import Refreshing
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// Answers of Open-Meteo's ensemble service in its documented format, written for these tests.
@Suite struct OpenMeteoEnsembleTests {
    private func ensemble(_ json: String) throws -> EnsembleReport {
        try OpenMeteoService<EnsembleReport>.report(
            from: HTTPAnswer(status: 200, body: Array(json.utf8)), of: "example.org", for: #require(berlin),
            at: Fixtures.now)
    }

    /// Two days in Berlin with 51 runs: highs 0 to 50 tenths above 10 and 12, lows ten degrees less, amounts 0 to 50 mm
    /// on the first day and none on the second.
    private func whole(
        runs: Int = 51, suffix: String = "", value: (Int) -> String = { "\(10 + Double($0) / 10)" }
    ) -> String {
        var columns = [#""time":[1795215600,1795302000]"#]
        for run in 0..<runs {
            let member = run == 0 ? "" : "_member\(run < 10 ? "0" : "")\(run)"
            columns.append(#""temperature_2m_max\#(member)\#(suffix)":[\#(value(run)),\#(12 + Double(run) / 10)]"#)
            columns.append(#""temperature_2m_min\#(member)\#(suffix)":[\#(Double(run) / 10),null]"#)
            columns.append(#""precipitation_sum\#(member)\#(suffix)":[\#(run),0]"#)
        }
        return #"""
            {"utc_offset_seconds":3600,"timezone":"Europe/Berlin",
             "daily_units":{"time":"unixtime","temperature_2m_max":"°C","precipitation_sum":"mm"},
             "daily":{\#(columns.joined(separator: ","))}}
            """#
    }

    @Test func daysHaveTheSpreadOfMembers() throws {
        let report = try ensemble(whole())
        #expect(report.coordinate == berlin && report.fetchedAt == Fixtures.now)
        #expect(report.provider.attribution?.contains("Open-Meteo.com") == true)
        #expect(
            report.days == [
                EnsembleDay(
                    date: CalendarDate(year: 2026, month: 11, day: 21), members: 51, high: Spread(from: 10.5, to: 14.5),
                    low: Spread(from: 0.5, to: 4.5), precipitation: Spread(from: 5, to: 45)),
                EnsembleDay(
                    date: CalendarDate(year: 2026, month: 11, day: 22), members: 51, high: Spread(from: 12.5, to: 16.5),
                    precipitation: Spread(from: 0, to: 0)),
            ])
    }

    @Test(arguments: ["null", "999", "\"12\"", "[]", "1e99", "true"])
    func implausibleMembersAreLeftOut(value: String) throws {
        // The first 11 of 22 runs are invalid.
        let report = try ensemble(whole(runs: 22) { $0 < 11 ? value : "\($0)" })
        #expect(report.days.first?.high == Spread(from: 12, to: 20))
        #expect(report.days.first?.precipitation == Spread(from: 2.1, to: 18.9))
        #expect(report.days.first?.members == 22)
    }

    @Test(arguments: [
        ("", "the response is empty"), ("{", "the response is truncated or invalid"),
        ("{}", "the response contains no ensemble"),
        (#"{"daily":{"time":[1795215600],"temperature_2m_max":[5]}}"#, "the response contains no ensemble"),
        (#"{"daily":{"temperature_2m_max":[5]}}"#, "the response contains no ensemble"),
        (#"{"hourly":{"time":[1795215600],"temperature_2m_max":[5]}}"#, "the response contains no ensemble"),
    ])
    func invalidEnsembleIsMalformed(body: String, reason: String) {
        #expect(throws: FetchFailure.malformed(host: "example.org", reason: reason)) { try ensemble(body) }
    }

    @Test func fewRunsAreNoEnsemble() {
        #expect(throws: FetchFailure.self) { try ensemble(whole(runs: 9)) }
    }

    /// A faulty service cannot fill the memory.
    @Test func runsAreBounded() throws {
        let report = try ensemble(whole(runs: 2000))
        #expect(report.days.first.map { $0.members <= 500 } == true)
    }

    @Test func oneRequestFetchesAllMembers() async throws {
        let provider = OpenMeteoEnsemble(baseURL: "https://example.org/") { query throws(FetchFailure) in
            for part in [
                "https://example.org/v1/ensemble?latitude=52.52&longitude=13.41&", "models=ecmwf_ifs025&",
                "daily=temperature_2m_max,temperature_2m_min,precipitation_sum&", "forecast_days=8", "timezone=auto",
                "timeformat=unixtime", "temperature_unit=celsius", "precipitation_unit=mm",
            ] where !query.url.contains(part) {
                throw .hostNotFound(host: part)
            }
            return HTTPAnswer(status: 200, body: Array(whole().utf8))
        }
        #expect(try await provider.report(for: #require(berlin), at: Fixtures.now).days.count == 2)
    }

    @Test(arguments: [(312.4, "&elevation=312"), (nil, "")] as [(Double?, String)])
    func altitudeIsThatOfTheForecast(altitude: Double?, parameter: String) async throws {
        let service = ScriptedService { _ in HTTPAnswer(status: 200, body: Array(whole().utf8)) }
        let place = try #require(berlin)
        _ = try await OpenMeteoEnsemble(
            baseURL: "http://service.test", altitude: { $0 == place ? altitude : nil }, exchange: service.exchange
        ).report(for: place, at: Fixtures.now)
        let path = try #require(service.paths.first)
        #expect(path.hasSuffix(parameter) && path.contains("elevation") == (altitude != nil))
    }

    /// Each member counts as a variable; 600 calls a minute and 10,000 a day are allowed.
    @Test func requestIsWithinLimits() {
        let calls = Double(OpenMeteoEnsemble.variables.count) * 51 / 10
        let limits = ProviderFacts.openMeteoEnsemble.limits
        #expect(calls * Double(limits.placesAMinute) <= 600)
        #expect(calls * Double(limits.placesADay) <= 10_000, "\(calls) calls")
    }
}

@Suite(
    .enabled(
        if: RecordingFolder("openmeteo").contains(
            "ensemble_amsterdam_trimmed.json", "seasonal_amsterdam_trimmed.json"), "\(RecordingFolder.absence)"))
struct EnsembleRecordingTests {
    private func answer(_ name: String) throws -> OpenMeteoAnswer {
        try OpenMeteoAnswer(
            HTTPAnswer(status: 200, body: try RecordingFolder("openmeteo").body(name)), from: "recording",
            at: Fixtures.now, models: [])
    }

    /// One hour of the control run and 30 members.
    @Test func hourOfRecordingHasEachMember() throws {
        let hourly = try answer("ensemble_amsterdam_trimmed.json").hourly
        let names = hourly.members(of: "temperature_2m")
        #expect(names == ["temperature_2m"] + (1...30).map { "temperature_2m_member\($0 < 10 ? "0" : "")\($0)" })
        let row = try #require(hourly.rows(utcOffset: 7200).first?.row)
        #expect(
            names.compactMap { row.value($0, .temperature) } == [
                18.9, 19, 18.9, 18.8, 18.9, 18.8, 18.9, 19, 18.5, 18.7, 18.7, 18.7, 19.3, 18.8, 18.8, 18.6, 18.9, 19.1,
                19.3, 19.3, 19.1, 18.9, 18.8, 18.8, 18.7, 18.7, 18.7, 18.7, 18.7, 18.8, 19.1,
            ])
    }

    /// The seasonal service sends days in the same format, here of 50 runs. Sorted, the fifth is 23.2 and the sixth
    /// 23.3, the 45th 24.8 and the 46th 25.0.
    @Test func dayOfRecordingHasItsSpread() throws {
        let answer = try answer("seasonal_amsterdam_trimmed.json")
        let place = try #require(berlin)
        let report = try #require(EnsembleReport(answer, for: place, at: Fixtures.now))
        let day = try #require(report.days.first)
        #expect(report.days.count == 1)
        #expect(day.date == CalendarDate(year: 2026, month: 7, day: 11))
        #expect(day.members == 50)
        #expect(day.high == Spread(from: 23.29, to: 24.82))
        #expect(day.low == nil && day.precipitation == nil)
    }
}

import Logging
import Scratch
import Testing
import Weather

@testable import Store

/// What a report lacks, in reports.json: after a restart, `status` still says it.
struct KeptGapTests {
    private let directory: TemporaryDirectory
    private let now = UnixTime(1_763_740_000)
    private let provider = Provider(id: "x", name: "X")
    private let gaps: [ReportGap] = [
        .failed(part: "the minutes", .rateLimited(host: "x", reason: "slow down", retryAfter: 3600)),
        .failed(part: "the days", .timedOut(host: "x", seconds: 20)),
        .unknown(UnknownName(parameter: "hourly", value: "soil_temperature_0cm"), host: "x"),
        .unknown(UnknownName(parameter: "elevation"), host: "x"),
    ]

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func store() -> Store {
        Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .montevideo)), now: now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private var here: PlaceWeather? { store().snapshot.weather[.montevideo] }

    /// The same report comes back, complete or not; a complete one is written as by earlier versions.
    private func check<Content: ProviderReport & Hashable>(
        _ report: Content, as part: any PlaceWeather.Part<Content>
    ) async throws {
        for gaps in [[], gaps] {
            var report = report
            report.missing = gaps
            await store().keep([report], as: part, at: now)
            let read = try #require(here?[keyPath: part].content)
            #expect(read == report && read.missing == gaps)
            let file = String(decoding: try directory.read("reports.json"), as: UTF8.self)
            #expect(file.contains("missing") == !gaps.isEmpty)
        }
    }

    @Test func gapsOfForecastsAreKept() async throws {
        try await check(Report.full(fetchedAt: now), as: \.forecast)
    }

    @Test func gapsOfAirQualityAreKept() async throws {
        var report = AirReport(
            coordinate: .montevideo, timeZone: "UTC", provider: provider, fetchedAt: now,
            httpFreshness: HTTPFreshness(expires: now), hours: [AirQuality(time: now)])
        report.clock = ClockRecord(boot: "a")
        try await check(report, as: \.air)
    }

    @Test func gapsOfWarningsAreKept() async throws {
        try await check(AlertReport(coordinate: .montevideo, provider: provider, fetchedAt: now), as: \.alerts)
    }

    @Test func gapsOfEnsemblesAreKept() async throws {
        var report = EnsembleReport(
            coordinate: .montevideo, provider: provider, fetchedAt: now,
            days: [EnsembleDay(date: CalendarDate(year: 2025, month: 11, day: 21), members: 51)])
        report.clock = ClockRecord(boot: "a")
        try await check(report, as: \.ensemble)
    }

    @Test func gapsOfNormalsAreKept() async throws {
        let values = (0..<366).map { Double?(Double($0) / 10) }
        let normals = try #require(Normals(highs: values, lows: values))
        try await check(
            NormalsReport(coordinate: .montevideo, provider: provider, fetchedAt: now, normals: normals),
            as: \.normals)
    }

    /// As a file may be damaged: what can be read is used, and the weather in any case.
    @Test(arguments: [
        ("7", 0), ("{}", 0), (#"[7,{},{"part":7},{"part":"a","failure":{"ofTomorrow":{}}}]"#, 0),
        (#"[{"name":{"parameter":"a b"},"host":"x"},{"part":"a","failure":{"noNetwork":{}}}]"#, 1),
        ("[" + String(repeating: #"{"part":"a","failure":{"noNetwork":{}}},"#, count: 500) + "7]", ReportGap.most),
    ])
    func damagedGapsCostNothingElse(json: String, count: Int) async throws {
        var report = Report.full(fetchedAt: now)
        report.missing = [gaps[1]]
        await store().keep([report], as: \.forecast, at: now)
        let file = String(decoding: try directory.read("reports.json"), as: UTF8.self)
        let list = try #require(file.firstMatch(of: /"missing":(\[.*?\])/)?.output.1)
        let end = try #require(file.firstMatch(of: /,"checksum":"[0-9a-f]{16}"/)?.output)
        try directory.write(file.replacing(list, with: json).replacing(end, with: ""), to: "reports.json")
        let read = try #require(here?.report)
        #expect(read.hours == report.hours && read.missing.count == count)
    }

    @Test func controlCharactersOfGapsAreRemoved() async throws {
        var report = Report.full(fetchedAt: now)
        report.missing = [.failed(part: "a\u{1B}[2J" + String(repeating: "b", count: 1000), .noNetwork)]
        await store().keep([report], as: \.forecast, at: now)
        guard case .failed(let part, .noNetwork) = here?.report?.missing.first else {
            Issue.record("no gap")
            return
        }
        #expect(part.hasPrefix("a[2Jb") && part.count == 100)
    }
}

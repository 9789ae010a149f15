import Keeping
import Logging
import Scratch
import Synchronization
import Testing
import Weather

@testable import Fetching

/// What is kept of the forecasts and measurements of the current place, and which provider is requested for it.
final class AccuracyRecorderTests: Sendable {
    private static let start = UnixTime(1_795_273_200)
    private let directory: TemporaryDirectory
    private let store: Store
    private let order = MeasuredOrder()
    private let log = LogLines()
    private let clock = Mutex(AccuracyRecorderTests.start)
    private let asked = Mutex<[ProviderName]>([])

    init() throws {
        directory = try TemporaryDirectory()
        store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .oslo)), now: Self.start, logger: log.logger)
    }

    private static func report(_ provider: ProviderName, at now: UnixTime, isMeasured: Bool = true) -> Report {
        let start = UnixTime(now.seconds - now.seconds % 3600)
        var report = Report.example(at: .oslo, fetchedAt: now, start: start)
        report.provider = Provider(id: provider.rawValue, name: provider.rawValue)
        report.hours = (0..<72).map { index in
            var conditions = Conditions()
            conditions.temperature = 15
            conditions.windSpeed = 3
            conditions.precipitation = 0
            return Hour(time: start.advanced(by: index * 3600), conditions: conditions)
        }
        report.currentOrigin = isMeasured ? .station : .analysis
        return report
    }

    private func recorder(isBest: Bool = true) -> AccuracyRecorder {
        var settings = ServiceSettings()
        settings.ordersByAccuracy = isBest
        if isBest { settings.providers = [.openMeteo, .metNorway, .nws] }
        return AccuracyRecorder(
            store: store, settings: { [settings] in settings }, order: order,
            ask: { [self] provider, _ in
                asked.withLock { $0.append(provider) }
                return Self.report(provider, at: clock.withLock { $0 }, isMeasured: false)
            }, now: { [self] in clock.withLock { $0 } }, phase: { 0 }, logger: log.logger)
    }

    /// A fetch every quarter of an hour.
    private func pass(_ hours: Int, _ recorder: AccuracyRecorder, from provider: ProviderName = .openMeteo) async {
        for _ in 0..<hours * 4 {
            let now = clock.withLock { now in
                now = now.advanced(by: 900)
                return now
            }
            await store.keep([Self.report(provider, at: now)], as: \.forecast, at: now)
            await recorder.check()
        }
    }

    @Test func usedProviderIsComparedWithStation() async throws {
        let recorder = recorder(isBest: false)
        await pass(72, recorder)
        #expect(asked.withLock { $0.isEmpty }, "a second provider is requested only with providers = best")
        let summary = await recorder.summary(of: .oslo)
        #expect(summary.providers == ["open-meteo"] && summary.ranking == nil)
        let row = try #require(summary.rows.first)
        #expect(row.lead == .oneDay && row.score.temperature.pairs > 40)
        #expect(row.score.temperature.meanAbsolute == 0)
    }

    /// NWS does not cover Oslo, so MET Norway is the only other candidate.
    @Test func secondProviderIsRequestedFourTimesADay() async throws {
        let recorder = recorder()
        await pass(48, recorder)
        #expect((8...9).contains(asked.withLock { $0.count }))
        #expect(asked.withLock { Set($0) } == [.metNorway])
        let ranking = try #require(order.ranking(at: .oslo))
        #expect(ranking.order == ["open-meteo", "met-norway"] && !ranking.isMeasured)
        #expect(await recorder.summary(of: .oslo).providers == ["open-meteo", "met-norway"])
    }

    /// A restart or a crash does not repeat a request.
    @Test func requestIsOnDiskBeforeItIsSent() async {
        await pass(1, recorder())
        let count = asked.withLock { $0.count }
        for _ in 0..<5 { await pass(1, recorder()) }
        #expect(count == 1 && asked.withLock { $0.count } <= 2)
    }

    @Test func measurementsSurviveShutdown() async throws {
        let recorder = recorder(isBest: false)
        await pass(30, recorder)
        // Ends at once, and writes what is pending.
        let task = Task { await recorder.run() }
        task.cancel()
        await task.value
        let archive = try #require(try await store.accuracy.load(near: .oslo, at: Self.start))
        let last = clock.withLock { $0.seconds / 3600 }
        #expect(archive.measured.end >= last)
    }

    @Test func orderIsUsedAtItsPlaceOnly() {
        var settings = ServiceSettings()
        settings.ordersByAccuracy = true
        settings.providers = [.openMeteo, .metNorway, .nws]
        let ranking = ProviderRanking(order: ["met-norway", "open-meteo"], comparisons: [])
        #expect(settings.providers(at: .oslo, ranking) == [.metNorway, .openMeteo])
        #expect(settings.providers(at: .oslo) == [.openMeteo, .metNorway])
        #expect(settings.providers(at: nil, ranking) == [.openMeteo, .metNorway, .nws])
        settings.ordersByAccuracy = false
        #expect(settings.providers(at: .oslo, ranking) == [.openMeteo, .metNorway, .nws])
        order.set(ranking, at: .oslo)
        #expect(order.ranking(at: .oslo) == ranking && order.ranking(at: .montevideo) == nil)
    }

    @Test func unreadableFileIsLoggedOnceAndLeftAlone() async throws {
        try directory.write("", to: "accuracy")
        let recorder = recorder(isBest: false)
        await pass(12, recorder)
        #expect(try directory.read("accuracy").isEmpty)
        #expect(await recorder.summary(of: .oslo).rows.isEmpty)
    }
}

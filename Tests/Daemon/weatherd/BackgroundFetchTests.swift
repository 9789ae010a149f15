import Logging
import Scratch
import Store
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Refreshing

/// Which reports are fetched in the background for hooks, and how often.
struct BackgroundFetchTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func forecaster(interval: Duration = .seconds(900), _ settings: ServiceSettings = .init()) -> Forecaster {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(),
            now: ManualClock.start, logger: logger)
        let services = Services(
            store: store, run: { _, _, _ async throws(WorkerFailure) in 0 }, now: { ManualClock.start })
        return Forecaster(
            settings: { settings }, interval: { interval }, store: store, services: services, gate: RequestGate(),
            now: { ManualClock.start }, logger: logger)
    }

    @Test func onlyHooksExtendTheBackground() {
        #expect(AlertReport.scope(by: forecaster()) == .current)
        #expect(AirReport.scope(by: forecaster()) == .onRequest)
        var settings = ServiceSettings()
        settings.fetchesWarningsOfFavourites = true
        settings.keepsAirFresh = true
        #expect(AlertReport.scope(by: forecaster(settings)) == .all)
        #expect(AirReport.scope(by: forecaster(settings)) == .current)
    }

    /// As documented in docs/providers.md.
    @Test(arguments: [(1, 60), (4, 60), (8, 120), (200, 3000)])
    func favouritesTogetherTake96RequestsADay(count: Int, minutes: Int) {
        let policy = AlertReport.policy(by: forecaster())
        #expect(policy.interval == .seconds(3600), "the hourly pace of calm weather")
        let seconds = policy.favouritesInterval(count: count).components.seconds
        #expect(seconds == minutes * 60)
        #expect(86_400 * count / Int(seconds) <= 96)
    }
}

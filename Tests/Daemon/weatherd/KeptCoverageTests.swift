import HTTP
import Logging
import Scratch
import Store
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Refreshing

/// A place outside of a service's area, which only the service knows.
struct KeptCoverageTests {
    private let directory: TemporaryDirectory
    private let place: Coordinate
    private let start = UnixTime(1_795_273_200)

    init() throws {
        directory = try TemporaryDirectory()
        place = try #require(Coordinate(latitude: 40.7, longitude: -74))
    }

    /// A start of the daemon.
    private func forecaster(after passed: Int, _ exchange: @escaping HTTPExchange) -> Forecaster {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let now = start.advanced(by: passed)
        let store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(), now: now,
            logger: logger)
        let worker = WorkerInProcess(exchange: exchange)
        var settings = ServiceSettings()
        settings.providers = [.nws]
        let configured = settings
        return Forecaster(
            settings: { configured }, interval: { .seconds(1800) }, store: store,
            services: Services(store: store, run: worker.run, now: { now }), gate: RequestGate(), now: { now },
            logger: logger)
    }

    @Test func tenStartsMakeOneRequest() async {
        let requests = Mutex(0)
        let exchange: HTTPExchange = { _ in
            requests.withLock { $0 += 1 }
            return HTTPAnswer(status: 404, body: [])
        }
        func code(after passed: Int, reloading: Bool = false) async -> FetchFailure.Code? {
            let forecaster = forecaster(after: passed, exchange)
            if reloading { forecaster.resetBackoff() }
            guard case .failure(let failure) = await forecaster.reports(of: Report.self, for: [place]).first else {
                return nil
            }
            return failure.code
        }
        for start in 0..<10 { #expect(await code(after: start * 600) == .notCovered) }
        #expect(requests.withLock { $0 } == 1)
        #expect(await code(after: 6000, reloading: true) == .notCovered)
        #expect(requests.withLock { $0 } == 2)
        #expect(await code(after: 6000 + 6 * 3600) == .notCovered)
        #expect(requests.withLock { $0 } == 3)
    }
}

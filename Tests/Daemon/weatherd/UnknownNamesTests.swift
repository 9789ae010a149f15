import HTTP
import Logging
import Scratch
import Store
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Refreshing

/// The daemon remembers unknown names, since each job has its own worker.
struct UnknownNamesTests {
    private let directory: TemporaryDirectory
    private let clock = ManualWallClock()

    init() throws {
        directory = try TemporaryDirectory()
    }

    private final class ManualWallClock: Sendable {
        private let time = Mutex(ManualClock.start)
        var now: UnixTime { time.withLock { $0 } }
        func advance(by seconds: Int) { time.withLock { $0 = $0.advanced(by: seconds) } }
    }

    private final class Log: Sendable {
        private let urls = Mutex<[String]>([])
        private let notices = Mutex<[ProviderNotice]>([])
        var requests: [String] { urls.withLock { $0 } }
        var noticed: [ProviderNotice] { notices.withLock { $0 } }
        func take(_ url: String) { urls.withLock { $0.append(url) } }
        func take(_ notice: ProviderNotice) { notices.withLock { $0.append(notice) } }
    }

    private func worker(_ log: Log) -> WorkerInProcess {
        WorkerInProcess(exchange: { query in
            log.take(query.url)
            let rejected = query.url.contains("soil_temperature_0cm")
            let reason = "Cannot initialize ForecastVariable from invalid String value soil_temperature_0cm."
            return rejected
                ? HTTPAnswer(status: 400, body: Array(#"{"error":true,"reason":"\#(reason)"}"#.utf8))
                : HTTPAnswer(
                    status: 200,
                    body: Array(#"{"timezone":"GMT","hourly":{"time":[1795262400],"temperature_2m":[5]}}"#.utf8))
        })
    }

    /// A start of the daemon.
    private func start(_ log: Log, models: [String] = []) -> (Forecaster, Store) {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(), now: clock.now,
            logger: logger)
        let services = Services(
            store: store, run: worker(log).run, now: { [clock] in clock.now }, notice: { log.take($0) })
        var settings = ServiceSettings()
        settings.openMeteoModels = models
        let configured = settings
        let forecaster = Forecaster(
            settings: { configured }, interval: { .seconds(1800) }, store: store, services: services,
            gate: RequestGate(), now: { [clock] in clock.now }, logger: logger)
        return (forecaster, store)
    }

    @Test func namesAreLeftOutForADay() async throws {
        let log = Log()
        let (forecaster, store) = start(log)
        let places = try [1.0, 2.0].map { try #require(Coordinate(latitude: $0, longitude: 0)) }
        let expected = [
            ReportGap.unknown(
                UnknownName(parameter: "hourly", value: "soil_temperature_0cm"), host: "api.open-meteo.com")
        ]

        #expect(try await forecaster.reports(of: Report.self, for: [places[0]])[0].get().missing == expected)
        #expect(log.requests.count == 2)
        // Also for another place, without another notice.
        #expect(try await forecaster.reports(of: Report.self, for: [places[1]])[0].get().missing == expected)
        #expect(log.requests.count == 3 && log.noticed.count == 1)
        // The repeat was reserved, and the rest returned.
        #expect(store.snapshot.requests.count(at: clock.now) == 3)

        clock.advance(by: UnknownName.lifetime)
        _ = await forecaster.reports(of: Report.self, for: [places[0]])
        #expect(log.requests.count == 5 && log.noticed.count == 2)
    }
    @Test func namesSurviveARestart() async throws {
        let log = Log()
        let place = try #require(Coordinate(latitude: 1, longitude: 0))
        _ = await start(log).0.reports(of: Report.self, for: [place])
        #expect(log.requests.count == 2)
        for count in 3...4 {
            #expect(try await start(log).0.reports(of: Report.self, for: [place])[0].get().missing.count == 1)
            #expect(log.requests.count == count && log.noticed.count == 1)
        }
        // Another server or model may know the name.
        _ = await start(log, models: ["icon_seamless"]).0.reports(of: Report.self, for: [place])
        #expect(log.requests.count == 6)
        clock.advance(by: UnknownName.lifetime)
        _ = await start(log).0.reports(of: Report.self, for: [place])
        #expect(log.requests.count == 8)
    }
}

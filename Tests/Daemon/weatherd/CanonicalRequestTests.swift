import HTTP
import Logging
import Scratch
import Store
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Configuration
@testable import Refreshing

/// The first request of each kind of report to each service is the same for all users of a place, so that a cache can answer it.
/// `EndToEndTests.CanonicalRequestTests` compares all requests for forecasts.
struct CanonicalRequestTests {
    private static let plain = ""
    private static let other = """
        language = "de"
        units = "imperial"
        icons = "nerd-font"
        clock = "12h"
        refresh-interval = "30m"
        stale-after = "2h"
        contact = "me@example.org"
        [short]
        format = "{temperature:.1}"
        [on]
        alert = "notify"
        """

    @Test func settingsAndTimeOfDayDoNotChangeRequests() async throws {
        for (latitude, longitude) in [(40.71, -74.01), (59.91, 10.75), (52.52, 13.4), (45.42, -75.7)] {
            let one = try await requests(Self.plain, latitude, longitude, at: 1_795_262_400)
            // A street further on, and seven minutes later.
            let same = try await requests(Self.other, latitude + 0.002, longitude - 0.0015, at: 1_795_262_820)
            #expect(one.count > 8, "\(one)")
            #expect(one == same)
        }
    }

    /// All requests, with their headers.
    private func requests(
        _ settings: String, _ latitude: Double, _ longitude: Double, at seconds: Int
    ) async throws -> Set<String> {
        let directory = try TemporaryDirectory()
        try directory.writeKey("0123456789abcdef\n", to: "key")
        try directory.write(settings, to: "config.toml")
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let now = UnixTime(seconds)
        let asked = Mutex<Set<String>>([])
        for provider in ["open-meteo", "met-norway", "nws", "openweathermap", "pirate-weather"] {
            let source = try ConfigurationSource(
                in: directory,
                environment: [
                    "WEATHERD_PROVIDERS": provider, "WEATHERD_AIR_PROVIDERS": "open-meteo,openweathermap",
                    "WEATHERD_CURRENT_SOURCE": "both",
                    "WEATHERD_OPENWEATHERMAP_API_KEY_FILE": directory.file("key"),
                    "WEATHERD_PIRATE_WEATHER_API_KEY_FILE": directory.file("key"),
                ])
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let store = Store(
                stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(), now: now,
                logger: logger)
            let worker = WorkerInProcess { query async throws(FetchFailure) in
                let headers = query.headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
                asked.withLock { _ = $0.insert(([query.url] + headers).joined(separator: "\n")) }
                throw .serviceFailed(host: query.host, status: 500, reason: nil, retryAfter: nil)
            }
            let services = Services(store: store, run: worker.run, now: { now })
            let forecaster = Forecaster(
                settings: { source.configuration.services }, interval: { .seconds(900) }, store: store,
                services: services, gate: RequestGate(), now: { now }, logger: logger)
            _ = await forecaster.reports(of: Report.self, for: [place])
            _ = await forecaster.reports(of: AlertReport.self, for: [place])
            _ = await forecaster.reports(of: AirReport.self, for: [place])
            _ = await forecaster.reports(of: ObservationReport.self, for: [place])
            _ = await forecaster.reports(of: RadarReport.self, for: [place])
            _ = await forecaster.reports(of: NormalsReport.self, for: [place])
            _ = await forecaster.reports(of: EnsembleReport.self, for: [place])
            _ = await forecaster.reports(of: MarineReport.self, for: [place])
        }
        return asked.withLock { $0 }
    }
}

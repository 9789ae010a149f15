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

/// The positions that services receive.
struct SentPositionsTests {
    private static let home = Coordinate(latitude: 52.516_27, longitude: 13.377_7) ?? .oslo
    private static let neighbour = Coordinate(latitude: 52.518, longitude: 13.381) ?? .oslo

    @Test func twoDecimalsAreSent() throws {
        let sent = ServiceSettings().sentPosition(of: Self.home)
        #expect(sent == Coordinate(latitude: 52.52, longitude: 13.38))
        #expect(sent.distance(to: Self.home) < 800)
    }

    @Test func precisePositionIsSentWhenConfigured() throws {
        var settings = ServiceSettings()
        settings.isLocationPrecise = true
        #expect(settings.sentPosition(of: Self.home) == Coordinate(latitude: 52.5163, longitude: 13.3777))
    }

    /// Two places that round to the same position are requested once, and each keeps its own.
    @Test func equalPositionsAreSentOnce() throws {
        let sent = SentPositions(of: [Self.home, .oslo, Self.neighbour], in: ServiceSettings())
        #expect(sent.positions == [try #require(Coordinate(latitude: 52.52, longitude: 13.38)), .oslo])
        let results = sent.returned(
            sent.positions.map { Result<Report, FetchFailure>.success(.example(at: $0, fetchedAt: UnixTime(0))) })
        #expect(try results.map { try $0.get().coordinate } == [Self.home, .oslo, Self.neighbour])
        let previous = sent.previous([.example(at: Self.home, fetchedAt: UnixTime(0))] as [Report])
        #expect(
            previous.keys.first == sent.positions.first && previous.values.first?.coordinate == sent.positions.first)
    }

    @Test func failureAppliesToEachPlace() throws {
        let sent = SentPositions(of: [Self.home, Self.neighbour], in: ServiceSettings())
        let results = sent.returned([Result<Report, FetchFailure>.failure(.noNetwork)])
        #expect(results == [.failure(.noNetwork), .failure(.noNetwork)])
    }

    /// For all requests to all services: the home's exact digits are in none.
    @Test(arguments: [
        "open-meteo", "met-norway", "nws", "openweathermap", "pirate-weather",
    ])
    func servicesReceiveRoundedPosition(provider: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.writeKey("0123456789abcdef\n", to: "key")
        try directory.write(
            """
            providers = ["\(provider)"]
            [air]
            providers = ["open-meteo", "openweathermap"]
            [openweathermap]
            api-key-file = "\(directory.file("key"))"
            [pirate-weather]
            api-key-file = "\(directory.file("key"))"
            """, to: "config.toml")
        let source = try ConfigurationSource(in: directory)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let now = UnixTime(1_795_262_400)
        let store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(), now: now,
            logger: logger)
        let asked = ProbedService()
        let worker = WorkerInProcess(network: { agent in
            { query async throws(FetchFailure) in
                asked.note(query.url, by: agent)
                throw .serviceFailed(host: query.host, status: 500, reason: nil, retryAfter: nil)
            }
        })
        let services = Services(store: store, run: worker.run, now: { now })
        let forecaster = Forecaster(
            settings: { source.configuration.services }, interval: { .seconds(900) }, store: store, services: services,
            gate: RequestGate(), now: { now }, logger: logger)
        // In the United States, which all of them cover.
        let home = try #require(Coordinate(latitude: 40.712_34, longitude: -74.005_67))
        _ = await forecaster.reports(of: Report.self, for: [home])
        _ = await forecaster.reports(of: AlertReport.self, for: [home])
        _ = await forecaster.reports(of: AirReport.self, for: [home])
        #expect(!asked.urls.isEmpty)
        for url in asked.urls {
            #expect(url.contains("40.71") && url.contains("-74.01"), "\(url)")
            #expect(!url.contains("40.712") && !url.contains("-74.005"), "\(url)")
        }
        #expect(asked.agents.allSatisfy { $0.contains("(+https://weatherd.org") })
    }

    private final class ProbedService: Sendable {
        private let notes = Mutex<[(url: String, agent: String)]>([])
        func note(_ url: String, by agent: String) { notes.withLock { $0.append((url, agent)) } }
        var urls: [String] { notes.withLock { $0.map(\.url) } }
        var agents: [String] { notes.withLock { $0.map(\.agent) } }
    }
}

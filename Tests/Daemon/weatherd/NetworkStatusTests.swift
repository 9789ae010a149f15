import Refreshing
import Scratch
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Configuration

struct NetworkStatusTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// With routes to this machine only.
    private func status(
        _ settings: [String: String] = [:], reportsChanges: Bool = true
    ) throws -> NetworkStatus {
        let source = try ConfigurationSource(
            in: directory, environment: settings)
        return source.networkStatus(
            reportsChanges: reportsChanges, route: { $0 == .loopback ? Route.to($0) : nil })
    }

    /// All types of reports use the network.
    private static let allReports = ["WEATHERD_CURRENT_SOURCE": "both", "WEATHERD_NOWCAST": "auto"]

    @Test func withoutRouteAllConsumersAreOffline() throws {
        let status = try status(Self.allReports.merging(["WEATHERD_LOCATION_SOURCES": "ip"]) { $1 })
        for consumer in NetworkConsumer.allCases { #expect(status.isCut(consumer)) }
        #expect(!status.hasRoute(to: "https://api.open-meteo.com/v1/forecast"))
        #expect(status.hasRoute(to: "http://127.0.0.1:8080"))
        #expect(status.trigger(.back(isElsewhere: false)) != nil)
    }

    @Test func loopbackProviderNeedsNoRoute() throws {
        let status = try status([
            "WEATHERD_PROVIDERS": "met-norway,open-meteo", "WEATHERD_OPEN_METEO_URL": "http://127.0.0.1:8080",
        ])
        #expect(!status.isCut(.forecasts))
        #expect(status.isCut(.reports(.air)))
        #expect(!status.isCut(.location), "addresses need no lookup")
    }

    @Test(arguments: ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])
    func loopbackProxyIsARoute(variable: String) throws {
        let status = try status([variable: "http://user@localhost:3128/"])
        #expect(!status.isCut(.forecasts))
        #expect(status.hasRoute(to: "https://api.open-meteo.com/v1/forecast"))
    }

    @Test func withoutRouteNotificationsNetworkIsAssumed() throws {
        let status = try status(reportsChanges: false)
        #expect(!status.isCut(.forecasts))
        #expect(status.hasRoute(to: "https://api.open-meteo.com/v1/forecast"))
        #expect(status.checkRoutes().isEmpty)
    }

    @Test func sampleWeatherNeedsNoNetwork() throws {
        let status = try status(["WEATHERD_PROVIDERS": "sample"])
        for consumer in NetworkConsumer.allCases { #expect(!status.isCut(consumer)) }
    }

    @Test func networkReturnDuringSleepIsHandledAfterResume() throws {
        let hasRoute = Mutex(false)
        let source = try ConfigurationSource(
            in: directory, environment: Self.allReports)
        let status = source.networkStatus(
            reportsChanges: true, route: { _ in hasRoute.withLock { $0 } ? Route.to(.loopback) : nil })
        #expect(status.setAsleep(true) == [.location], "the others are already suspended")
        hasRoute.withLock { $0 = true }
        let changes = status.checkRoutes()
        #expect(Set(changes.map(\.consumer)) == Set(ReportKind.allCases.map(NetworkConsumer.reports)))
        for (_, change) in changes {
            guard case .held(reason: let reason) = status.trigger(change), reason == nil else {
                Issue.record("\(change)")
                return
            }
        }
        #expect(Set(status.setAsleep(false)).isSuperset(of: ReportKind.allCases.map(NetworkConsumer.reports)))
        #expect(status.setAsleep(false).isEmpty)
    }
}

import Endpoints
import Refreshing
import Routing
import Scratch
import Synchronization
import Testing
import Weather

@testable import weatherd

struct ConnectivityTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// With no way to anything but this machine.
    private func connectivity(
        _ settings: [String: String] = [:], tells: Bool = true
    ) throws -> Connectivity {
        let source = try ConfigurationSource(
            path: directory.file("config.toml"), isNamed: false, environment: settings)
        let network = source.configuration.network
        return Connectivity(
            source: source, tells: tells, neighbour: network.neighbour, way: { $0 == .loopback ? Way.to($0) : nil })
    }

    @Test func withoutARouteNobodyCanBeAsked() throws {
        let connectivity = try connectivity(["WEATHERD_LOCATION_SOURCES": "ip"])
        for asker in Connectivity.Asker.allCases { #expect(connectivity.isCut(asker)) }
        #expect(!connectivity.hasWay(to: "https://api.open-meteo.com/v1/forecast"))
        #expect(connectivity.hasWay(to: "http://127.0.0.1:8080"))
        #expect(connectivity.trigger(.back(isElsewhere: false)) != nil)
    }

    @Test func aProviderOnThisMachineIsAskedWithoutARoute() throws {
        let connectivity = try connectivity([
            "WEATHERD_PROVIDERS": "met-norway,open-meteo", "WEATHERD_OPEN_METEO_URL": "http://127.0.0.1:8080",
        ])
        #expect(!connectivity.isCut(.forecasts))
        #expect(connectivity.isCut(.air))
        #expect(!connectivity.isCut(.location), "addresses are not asked for")
    }

    @Test(arguments: ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])
    func aProxyOnThisMachineIsAWay(variable: String) throws {
        let connectivity = try connectivity([variable: "http://user@localhost:3128/"])
        #expect(!connectivity.isCut(.forecasts))
        #expect(connectivity.hasWay(to: "https://api.open-meteo.com/v1/forecast"))
    }

    @Test func whereTheKernelDoesNotTellThereIsAlwaysAWay() throws {
        let connectivity = try connectivity(tells: false)
        #expect(!connectivity.isCut(.forecasts))
        #expect(connectivity.hasWay(to: "https://api.open-meteo.com/v1/forecast"))
        #expect(connectivity.look().isEmpty)
    }

    @Test func sampleWeatherWantsNoNetwork() throws {
        let connectivity = try connectivity(["WEATHERD_PROVIDERS": "sample"])
        for asker in Connectivity.Asker.allCases { #expect(!connectivity.isCut(asker)) }
    }

    @Test func aNetworkThatComesBackIntoASleepIsTakenUpAfterIt() throws {
        let hasRoute = Mutex(false)
        let source = try ConfigurationSource(path: directory.file("config.toml"), isNamed: false, environment: [:])
        let connectivity = Connectivity(
            source: source, tells: true, way: { _ in hasRoute.withLock { $0 } ? Way.to(.loopback) : nil })
        #expect(connectivity.setAsleep(true) == [.location], "the others rest already")
        hasRoute.withLock { $0 = true }
        let news = connectivity.look()
        #expect(Set(news.map(\.asker)) == [.forecasts, .alerts, .air])
        for (_, change) in news {
            guard case .held(reason: let reason) = connectivity.trigger(change), reason == nil else {
                Issue.record("\(change)")
                return
            }
        }
        #expect(Set(connectivity.setAsleep(false)).isSuperset(of: [.forecasts, .alerts, .air]))
        #expect(connectivity.setAsleep(false).isEmpty)
    }
}

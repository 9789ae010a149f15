import Endpoints
import LoopbackHTTP
import Testing
import Transport
import Weather

/// A connection without a request.
@Suite(.timeLimit(.minutes(1))) struct ProbeTests {
    @Test func aServerThatListens() async throws {
        try await LoopbackServer.running(handler: { _ in .json("{}") }) { server in
            try await Transport().probe(server.url)
            // Only that there is a way is asked, not who answers.
            try await Transport().probe("https://127.0.0.1:\(server.port)/v1/forecast")
            #expect(server.requests.isEmpty)
        }
    }

    @Test func nobodyListens() async throws {
        let port = try #require(ClosedPort())
        for scheme in ["http", "https"] {
            let failure = await #expect(throws: FetchFailure.self) {
                try await Transport().probe("\(scheme)://127.0.0.1:\(port.number)")
            }
            #expect(failure?.withoutHost == "unreachable connection refused")
        }
    }

    /// Through a proxy it is the proxy that is connected to.
    @Test func aProxyOnTheWay() async throws {
        try await LoopbackProxy.running(to: 9) { proxy in
            var settings = NetworkSettings()
            settings.proxies = ProxyPolicy(
                try Proxy("http://127.0.0.1:\(proxy.port)"), except: ProxyExceptions())
            try await Transport(settings: settings).probe("https://api.test/")
            #expect(proxy.targets.isEmpty)
        }
    }
}

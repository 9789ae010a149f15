import HTTP
import LoopbackHTTP
import Testing
import Weather
import WorkerProtocol

/// A connection without a request.
@Suite(.timeLimit(.minutes(20))) struct ProbeTests {
    /// Longer than a busy machine needs.
    private let patience = Duration.seconds(60)

    @Test func listeningServerIsReachable() async throws {
        try await LoopbackServer.running(handler: { _ in .json("{}") }) { server in
            try await Transport().probe(server.url, deadline: patience)
            // Only the connection is tested, not the server.
            try await Transport().probe("https://127.0.0.1:\(server.port)/v1/forecast", deadline: patience)
            #expect(server.requests.isEmpty)
        }
    }

    @Test func connectionRefusedIsReported() async throws {
        let port = try #require(ClosedPort())
        for scheme in ["http", "https"] {
            let failure = await #expect(throws: FetchFailure.self) {
                try await Transport().probe("\(scheme)://127.0.0.1:\(port.number)", deadline: patience)
            }
            #expect(failure?.withoutHost == "unreachable connection refused")
        }
    }

    /// With a proxy, the connection is to the proxy.
    @Test func probeUsesProxy() async throws {
        try await LoopbackProxy.running(to: 9) { proxy in
            var settings = NetworkSettings()
            settings.proxies = ProxyPolicy(
                try Proxy("http://127.0.0.1:\(proxy.port)"), except: ProxyExceptions())
            try await Transport(settings: settings).probe("https://api.test/", deadline: patience)
            #expect(proxy.targets.isEmpty)
        }
    }
}

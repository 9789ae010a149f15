import Endpoints
import HTTP
import LoopbackHTTP
import Testing
import Transport
import Weather

/// The real client through a real proxy.
@Suite(.timeLimit(.minutes(20)))
struct ProxyTests {
    private func settings(_ proxy: String, except: [String] = []) throws -> NetworkSettings {
        var settings = NetworkSettings()
        settings.proxies = ProxyPolicy(try Proxy(proxy), except: ProxyExceptions(except))
        return settings
    }

    /// The names need not exist: the proxy resolves them.
    @Test(arguments: ["http", "socks5", "socks5h"])
    func requestsGoThroughProxy(scheme: String) async throws {
        try await LoopbackServer.running { _ in
            .json("{}")
        } _: { server in
            try await LoopbackProxy.running(to: server.port) { proxy in
                let settings = try settings("\(scheme)://127.0.0.1:\(proxy.port)")
                try await Transport.running(settings) { network in
                    let answer = try await network.exchange(userAgent: "x", deadline: .seconds(60))(
                        HTTPQuery(url: "http://api.test/v1"))
                    #expect(answer.status == 200)
                    #expect(proxy.targets == ["api.test:80"])
                    #expect(server.requests.map(\.path) == ["/v1"])
                    #expect(settings.neighbour(of: "https://api.test") == "http://127.0.0.1:\(proxy.port)")
                }
            }
        }
    }

    @Test func noProxyHostsAreDirectAndRedirectsChooseTheirOwnRoute() async throws {
        try await LoopbackServer.running { request in
            request.path == "/" ? .redirect(to: "http://api.test/further") : .json("{}")
        } _: { server in
            try await LoopbackProxy.running(to: server.port) { proxy in
                let settings = try settings("http://127.0.0.1:\(proxy.port)", except: ["127.0.0.1"])
                try await Transport.running(settings) { network in
                    let answer = try await network.exchange(userAgent: "x", deadline: .seconds(60))(
                        HTTPQuery(url: server.url + "/"))
                    #expect(answer.status == 200)
                    #expect(proxy.targets == ["api.test:80"])
                    #expect(server.requests.map(\.path) == ["/", "/further"])
                    #expect(settings.neighbour(of: server.url) == server.url)
                }
            }
        }
    }

    @Test func credentialsAreSentToProxyOnly() async throws {
        try await LoopbackServer.running { _ in
            .json("{}")
        } _: { server in
            try await LoopbackProxy.running(to: server.port) { proxy in
                try await Transport.running(settings("http://me:s%40cret@127.0.0.1:\(proxy.port)")) { network in
                    _ = try await network.exchange(userAgent: "x", deadline: .seconds(60))(
                        HTTPQuery(url: "http://api.test/"))
                    // me:s@cret
                    #expect(proxy.authorizations == ["Basic bWU6c0BjcmV0"])
                    #expect(server.requests.first?[header: "proxy-authorization"] == nil)
                    #expect(server.requests.first?[header: "authorization"] == nil)
                }
            }
        }
    }

    @Test(arguments: [
        ("407 Proxy Authentication Required", "authentication failed"),
        ("403 Forbidden", "rejected the connection"),
        ("502 Bad Gateway", "rejected the connection"),
    ])
    func proxyRejectionIsReported(status: String, words: String) async throws {
        try await LoopbackProxy.running(to: 9, refusal: status) { proxy in
            try await Transport.running(settings("http://me:secret@127.0.0.1:\(proxy.port)")) { network in
                let failure = await #expect(throws: FetchFailure.self) {
                    try await network.exchange(userAgent: "x", deadline: .seconds(60))(
                        HTTPQuery(url: "https://api.test/"))
                }
                #expect(
                    failure == .unreachable(host: "api.test", reason: "proxy 127.0.0.1:\(proxy.port): \(words)"))
            }
        }
    }

    @Test(arguments: ["http", "socks5"])
    func unreachableProxyIsReported(scheme: String) async throws {
        let port = try #require(ClosedPort()).number
        try await Transport.running(settings("\(scheme)://127.0.0.1:\(port)")) { network in
            let failure = await #expect(throws: FetchFailure.self) {
                try await network.exchange(userAgent: "x", deadline: .seconds(60))(HTTPQuery(url: "http://api.test/"))
            }
            let reason = "proxy 127.0.0.1:\(port): connection refused"
            #expect(failure == .unreachable(host: "api.test", reason: reason))
        }
    }

    @Test func unknownProxyHostIsReported() async throws {
        try await Transport.running(settings("http://no..such.proxy:3128")) { network in
            let failure = await #expect(throws: FetchFailure.self) {
                try await network.exchange(userAgent: "x", deadline: .seconds(60))(HTTPQuery(url: "http://api.test/"))
            }
            let reason = "proxy no..such.proxy:3128: host not found"
            #expect(failure == .unreachable(host: "api.test", reason: reason))
        }
    }
}

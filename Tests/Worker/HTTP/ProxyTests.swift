import HTTP
import LoopbackHTTP
import Testing
import Weather
import WorkerProtocol

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

    /// What a proxy does, and the failure of the request; `host`: whether it names the service.
    private static let faults: [(fault: LoopbackProxy.Fault, host: String?, reason: String)] = [
        (.refusal("403 Forbidden"), "api.test", "it rejected the connection (HTTP 403)"),
        (.refusal("502 Bad Gateway"), "api.test", "it rejected the connection (HTTP 502)"),
        (.hang, nil, "no answer within 1 s"),
        (.close, nil, "the connection was closed before a valid answer"),
        (.garbage("SSH-2.0-OpenSSH_9.2\r\n\r\n"), nil, "its answer is not HTTP"),
        (.garbage("HTTP/9.9 200 OK\r\n\r\n"), nil, "its answer is not HTTP"),
        (.garbage("HTTP/1.1 200 OK\r\nX: y\r\n"), nil, "the head of its answer is incomplete or too long"),
        (
            .garbage(
                "HTTP/1.1 200 OK\r\n"
                    + String(repeating: "X: " + String(repeating: "y", count: 9000) + "\r\n", count: 99)),
            nil, "the head of its answer is incomplete or too long"
        ),
        (.closeAfterConnect, "api.test", "it closed the connection"),
        (.hangAfterConnect, "api.test", "nothing arrives over the connection"),
    ]

    @Test(arguments: ["http", "https"], faults.indices)
    func failureOfProxyIsNotOfService(scheme: String, index: Int) async throws {
        let (fault, host, reason) = Self.faults[index]
        try await LoopbackProxy.running(to: 9, fault: fault) { proxy in
            try await Transport.running(settings("http://127.0.0.1:\(proxy.port)"), connectDeadline: .seconds(1)) {
                let failure = await failure("\(scheme)://api.test/", over: $0, deadline: .seconds(2))
                #expect(
                    failure?.withoutSeconds
                        == .proxyFailed(proxy: "127.0.0.1:\(proxy.port)", host: host, reason: reason))
            }
        }
    }

    /// RFC 1928: the version, then a method or the outcome.
    @Test(
        arguments: [
            ([5, 0xFF], true, "it requires authentication, which is not supported for a socks5:// proxy"),
            ([5, 2], true, "it requires authentication, which is not supported for a socks5:// proxy"),
            ([4, 0], false, "its answer is not SOCKS 5"),
        ] as [([UInt8], Bool, String)])
    func failureOfSOCKSProxyIsNotOfService(answer: [UInt8], isRejection: Bool, reason: String) async throws {
        try await LoopbackProxy.running(to: 9, fault: .socks(answer)) { proxy in
            try await Transport.running(settings("socks5://127.0.0.1:\(proxy.port)"), connectDeadline: .seconds(1)) {
                let name = "127.0.0.1:\(proxy.port)"
                let failure = await failure("https://api.test/", over: $0, deadline: .seconds(2))
                #expect(
                    failure
                        == (isRejection
                            ? .proxyRefused(proxy: name, reason: reason, retryAfter: nil)
                            : .proxyFailed(proxy: name, host: nil, reason: reason)))
            }
        }
    }

    /// A SOCKS proxy that has connected only passes on what the service sends, or does not.
    @Test(
        arguments: [
            ("http", .close, "unreachable the connection was closed before the response was complete"),
            ("http", .garbage("SSH-2.0-OpenSSH_9.2\r\n\r\n"), "malformed its answer is not HTTP"),
            ("http", .hang, "timed out"), ("https", .hang, "timed out"),
            ("https", .closeAtOnce, "unreachable the connection was closed during the TLS handshake"),
        ] as [(String, LoopbackProxy.Fault, String)])
    func failureBehindSOCKSProxyIsOfService(scheme: String, fault: LoopbackProxy.Fault, expected: String) async throws {
        // As a service.
        try await LoopbackProxy.running(to: 9, fault: fault) { service in
            try await LoopbackProxy.running(to: service.port) { proxy in
                try await Transport.running(
                    settings("socks5://127.0.0.1:\(proxy.port)"), connectDeadline: .seconds(1)
                ) {
                    let failure = await failure("\(scheme)://api.test/", over: $0, deadline: .seconds(2))
                    #expect(failure?.withoutHost.hasPrefix(expected) == true, "\(String(describing: failure))")
                }
            }
        }
    }

    @Test func silentSOCKSProxyIsReported() async throws {
        try await LoopbackProxy.running(to: 9, fault: .socks([])) { proxy in
            try await Transport.running(settings("socks5://127.0.0.1:\(proxy.port)"), connectDeadline: .seconds(1)) {
                let failure = await failure("https://api.test/", over: $0, deadline: .seconds(2))
                #expect(
                    failure?.withoutSeconds
                        == .proxyFailed(
                            proxy: "127.0.0.1:\(proxy.port)", host: nil, reason: "no answer within 1 s"))
            }
        }
    }

    /// A password is sent once, even if the proxy offers other schemes.
    @Test(arguments: [
        ("", "me:secret@", "authentication failed"),
        ("Proxy-Authenticate: Basic realm=x\r\n", "me:secret@", "authentication failed"),
        (
            "Proxy-Authenticate: Negotiate\r\nProxy-Authenticate: NTLM\r\n", "me:secret@",
            "it requires the authentication scheme Negotiate or NTLM, and weatherd supports only Basic"
        ),
        ("Proxy-Authenticate: Negotiate, Basic realm=x\r\n", "me:secret@", "authentication failed"),
        (
            "Proxy-Authenticate: Digest realm=\"a, Basic\\\", b\", nonce = x, NTLM abc==\r\n", "me:secret@",
            "it requires the authentication scheme Digest or NTLM, and weatherd supports only Basic"
        ),
        ("Proxy-Authenticate: Basic realm=x\r\n", "", "it requires a user and a password"),
    ])
    func rejectedPasswordIsSentOnce(headers: String, user: String, reason: String) async throws {
        let fault = LoopbackProxy.Fault.refusal("407 Proxy Authentication Required", headers: headers)
        try await LoopbackProxy.running(to: 9, fault: fault) { proxy in
            try await Transport.running(settings("http://\(user)127.0.0.1:\(proxy.port)")) { network in
                for _ in 0..<3 {
                    let failure = await failure("https://api.test/", over: network, deadline: .seconds(60))
                    #expect(
                        failure
                            == .proxyRefused(proxy: "127.0.0.1:\(proxy.port)", reason: reason, retryAfter: nil))
                }
                #expect(proxy.targets == ["api.test:443"])
            }
        }
    }

    /// A check sends the password to the proxy, and nothing to the service.
    @Test func proxyIsCheckedWithItsPassword() async throws {
        try await LoopbackServer.running { _ in
            .json("{}")
        } _: { server in
            try await LoopbackProxy.running(to: server.port) { proxy in
                try await Transport.running(settings("http://me:s%40cret@127.0.0.1:\(proxy.port)")) { network in
                    try await network.probe("https://api.test/", throughProxy: true, deadline: .seconds(60))
                    #expect(proxy.targets == ["api.test:443"])
                    #expect(proxy.authorizations == ["Basic bWU6c0BjcmV0"])
                    #expect(server.requests.isEmpty)
                }
            }
        }
    }

    private func failure(_ url: String, over network: Transport, deadline: Duration) async -> FetchFailure? {
        await #expect(throws: FetchFailure.self) {
            try await network.exchange(userAgent: "x", deadline: deadline)(HTTPQuery(url: url))
        }
    }

    @Test(arguments: ["http", "socks5"])
    func unreachableProxyIsReported(scheme: String) async throws {
        let port = try #require(ClosedPort()).number
        try await Transport.running(settings("\(scheme)://127.0.0.1:\(port)")) { network in
            let failure = await failure("http://api.test/", over: network, deadline: .seconds(60))
            #expect(failure == .proxyFailed(proxy: "127.0.0.1:\(port)", host: nil, reason: "connection refused"))
        }
    }

    @Test func unknownProxyHostIsReported() async throws {
        try await Transport.running(settings("http://no..such.proxy:3128")) { network in
            let failure = await failure("http://api.test/", over: network, deadline: .seconds(60))
            #expect(failure == .proxyFailed(proxy: "no..such.proxy:3128", host: nil, reason: "host not found"))
        }
    }
}

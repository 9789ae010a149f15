import HTTP
import LoopbackHTTP
import Testing
import Weather
import WorkerProtocol

/// The certificates that the client trusts.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct CertificateTests {
    private let authority: CertificateAuthority

    init() throws {
        authority = try CertificateAuthority()
    }

    /// The result of a request to a server with this certificate.
    ///
    /// - Parameter host: the requested host name.
    private func outcome(
        _ identity: ServerIdentity, trusted: Bool, host: String = "localhost", through proxied: Bool = false
    ) async throws -> String {
        try await LoopbackServer.running(identity: identity) { _ in
            .json("{}")
        } _: { server in
            try await LoopbackProxy.running(to: server.port) { proxy in
                var settings = NetworkSettings()
                if trusted { settings.authorities = try Authorities(path: authority.certificatePath) }
                if proxied {
                    settings.proxies = ProxyPolicy(
                        try Proxy("http://127.0.0.1:\(proxy.port)"), except: ProxyExceptions())
                }
                return try await Transport.running(settings) { network in
                    let exchange = network.exchange(userAgent: "weatherd/test", deadline: .seconds(60))
                    do throws(FetchFailure) {
                        let answer = try await exchange(HTTPQuery(url: "https://\(host):\(server.port)/"))
                        return "status \(answer.status)"
                    } catch {
                        #expect(server.requests.isEmpty, "an unverified server receives no request")
                        return error.withoutHost
                    }
                }
            }
        }
    }

    private static let unknown = """
        untrusted its certificate is signed by an unknown authority; to trust an authority of your own, set \
        network.ca-file
        """

    @Test(arguments: [(ServerIdentity.TLSVersion.tlsv1, false), (.tlsv11, false), (.tlsv12, true), (.tlsv13, true)])
    func olderTLSIsRejected(version: ServerIdentity.TLSVersion, isSpoken: Bool) async throws {
        var identity = try authority.identity()
        (identity.oldestVersion, identity.newestVersion) = (version, version)
        let outcome = try await outcome(identity, trusted: true)
        #expect(outcome == (isSpoken ? "status 200" : "unreachable it does not support TLS 1.2 or later"))
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func configuredAuthorityIsTrusted(host: String) async throws {
        let identity = try authority.identity()
        #expect(try await outcome(identity, trusted: true, host: host) == "status 200")
        #expect(try await outcome(identity, trusted: false, host: host) == Self.unknown)
    }

    @Test func unknownAuthorityIsRejected() async throws {
        #expect(try await outcome(CertificateAuthority().identity(), trusted: true) == Self.unknown)
    }

    @Test func expiredCertificateIsRejected() async throws {
        let expired = try authority.identity("DNS:localhost", .expired)
        #expect(
            try await outcome(expired, trusted: true)
                == "untrusted its certificate has expired, or the clock of this machine is wrong")
        let early = try authority.identity("DNS:localhost", .notYet)
        #expect(
            try await outcome(early, trusted: true)
                == "untrusted its certificate is not valid yet, or the clock of this machine is wrong")
        #expect(try await outcome(expired, trusted: false) == Self.unknown, "the clock must be corrected first")
    }

    @Test(arguments: [
        ("DNS:other.test", "localhost"), ("DNS:localhost", "127.0.0.1"), ("IP:127.0.0.2", "127.0.0.1"),
        ("DNS:*.localhost", "localhost"),
        // An IP address does not match a host name.
        ("IP:127.0.0.1", "localhost"), ("IP:127.0.0.1,DNS:other.test", "localhost"), ("DNS:*", "localhost"),
    ])
    func hostnameMismatchIsRejected(names: String, host: String) async throws {
        let identity = try authority.identity(names)
        #expect(
            try await outcome(identity, trusted: true, host: host)
                == "untrusted hostname mismatch: its certificate is for another name")
    }

    @Test(arguments: [
        ("DNS:*.example.test", "api.example.test"), ("DNS:other.test,DNS:API.example.test", "api.EXAMPLE.test"),
    ])
    func matchingHostnameIsAccepted(names: String, host: String) async throws {
        let identity = try authority.identity(names)
        #expect(try await outcome(identity, trusted: true, host: host, through: true) == "status 200")
    }

    @Test(arguments: [
        ("DNS:*.example.test", "example.test"), ("DNS:*.example.test", "a.b.example.test"),
        ("DNS:*.test", "api.example.test"), ("DNS:example.test", "api.example.test"),
        // The proxy's certificate.
        ("IP:127.0.0.1", "api.example.test"),
    ])
    func hostnameMismatchThroughProxyIsRejected(names: String, host: String) async throws {
        let identity = try authority.identity(names)
        #expect(
            try await outcome(identity, trusted: true, host: host, through: true)
                == "untrusted hostname mismatch: its certificate is for another name")
    }

    /// The server behind the proxy is verified too.
    @Test func certificateIsVerifiedThroughProxy() async throws {
        let identity = try authority.identity("DNS:api.example.test")
        let host = "api.example.test"
        #expect(try await outcome(identity, trusted: true, host: host, through: true) == "status 200")
        #expect(try await outcome(identity, trusted: false, host: host, through: true) == Self.unknown)
        #expect(
            try await outcome(identity, trusted: true, host: "localhost", through: true)
                == "untrusted hostname mismatch: its certificate is for another name")
        #expect(
            try await outcome(authority.identity(), trusted: true, host: "127.0.0.1", through: true) == "status 200")
    }

    @Test func redirectToPlainHTTPIsRejected() async throws {
        try await LoopbackServer.running(identity: try authority.identity()) { _ in
            .redirect(to: "http://localhost:9/")
        } _: { server in
            var settings = NetworkSettings()
            settings.authorities = try Authorities(path: authority.certificatePath)
            try await Transport.running(settings) { network in
                let failure = await #expect(throws: FetchFailure.self) {
                    try await network.exchange(userAgent: "x", deadline: .seconds(60))(
                        HTTPQuery(url: "https://localhost:\(server.port)/"))
                }
                #expect(failure?.withoutHost == "malformed it redirects from HTTPS to HTTP")
            }
        }
    }
}

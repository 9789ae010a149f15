import Endpoints
import Foundation
import HTTP
import LoopbackHTTP
import NIOSSL
import Scratch
import Testing
import Weather

/// Whom the client takes a server's word from.
@Suite(
    .serialized, .timeLimit(.minutes(1)),
    .enabled(if: CertificateAuthority.isAvailable, "\(CertificateAuthority.absence)"))
struct CertificateTests {
    /// Made once, since that takes a while.
    private static let authority = Result { try CertificateAuthority() }
    private let authority: CertificateAuthority

    init() throws {
        authority = try Self.authority.get()
    }

    /// What comes of asking a server with such a certificate.
    ///
    /// - Parameter host: as which it is asked.
    private func outcome(
        _ identity: TLSConfiguration, trusted: Bool, host: String = "localhost", through proxied: Bool = false
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
                return try await Network.running(settings) { network in
                    let exchange = network.exchange(userAgent: "weatherd/test")
                    do throws(FetchFailure) {
                        let answer = try await exchange(HTTPQuery(url: "https://\(host):\(server.port)/"))
                        return "status \(answer.status)"
                    } catch {
                        #expect(server.requests.isEmpty, "who is not believed is not told anything")
                        return error.withoutHost
                    }
                }
            }
        }
    }

    private static let unknown = """
        untrusted its certificate is vouched for by nobody that this machine trusts; an authority of your own is named by \
        network.ca-file
        """

    @Test(arguments: [(TLSVersion.tlsv1, false), (.tlsv11, false), (.tlsv12, true), (.tlsv13, true)])
    func olderTLSIsNotSpoken(version: TLSVersion, isSpoken: Bool) async throws {
        var identity = try authority.identity()
        (identity.minimumTLSVersion, identity.maximumTLSVersion) = (version, version)
        let outcome = try await outcome(identity, trusted: true)
        #expect(outcome == (isSpoken ? "status 200" : "untrusted it does not support TLS 1.2 or later"))
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func anAuthorityOfOnesOwn(host: String) async throws {
        let identity = try authority.identity()
        #expect(try await outcome(identity, trusted: true, host: host) == "status 200")
        #expect(try await outcome(identity, trusted: false, host: host) == Self.unknown)
    }

    @Test func anAuthorityOfSomebodyElse() async throws {
        #expect(try await outcome(CertificateAuthority().identity(), trusted: true) == Self.unknown)
    }

    /// Whether the authority is known or not, since that is what has to be mended first.
    @Test(arguments: [true, false])
    func outOfDate(trusted: Bool) async throws {
        let expired = try authority.identity("DNS:localhost", .expired)
        #expect(
            try await outcome(expired, trusted: trusted)
                == "untrusted its certificate expired on 2020-02-01, or the clock of this machine is wrong")
        let early = try authority.identity("DNS:localhost", .notYet)
        #expect(
            try await outcome(early, trusted: trusted)
                == "untrusted its certificate is valid from 2049-01-01 on only, or the clock of this machine is wrong")
    }

    @Test(arguments: [
        ("DNS:other.test", "localhost"), ("DNS:localhost", "127.0.0.1"), ("IP:127.0.0.2", "127.0.0.1"),
        ("DNS:*.localhost", "localhost"),
        // The number of a server is not its name, whoever vouches for it.
        ("IP:127.0.0.1", "localhost"), ("IP:127.0.0.1,DNS:other.test", "localhost"), ("DNS:*", "localhost"),
    ])
    func anotherName(names: String, host: String) async throws {
        let identity = try authority.identity(names)
        #expect(
            try await outcome(identity, trusted: true, host: host) == "untrusted its certificate is for another name")
    }

    @Test(arguments: [
        ("DNS:*.example.test", "api.example.test"), ("DNS:other.test,DNS:API.example.test", "api.EXAMPLE.test"),
    ])
    func thatName(names: String, host: String) async throws {
        let identity = try authority.identity(names)
        #expect(try await outcome(identity, trusted: true, host: host, through: true) == "status 200")
    }

    @Test(arguments: [
        ("DNS:*.example.test", "example.test"), ("DNS:*.example.test", "a.b.example.test"),
        ("DNS:*.test", "api.example.test"), ("DNS:example.test", "api.example.test"),
        // That of the proxy.
        ("IP:127.0.0.1", "api.example.test"),
    ])
    func anotherNameThroughAProxy(names: String, host: String) async throws {
        let identity = try authority.identity(names)
        #expect(
            try await outcome(identity, trusted: true, host: host, through: true)
                == "untrusted its certificate is for another name")
    }

    /// What the proxy leads to has to prove who it is all the same.
    @Test func throughAProxy() async throws {
        let identity = try authority.identity("DNS:api.example.test")
        let host = "api.example.test"
        #expect(try await outcome(identity, trusted: true, host: host, through: true) == "status 200")
        let unknown = """
            untrusted its certificate is out of date, or vouched for by nobody that this machine trusts; an authority of \
            your own is named by network.ca-file
            """
        #expect(try await outcome(identity, trusted: false, host: host, through: true) == unknown)
        #expect(
            try await outcome(identity, trusted: true, host: "localhost", through: true)
                == "untrusted its certificate is for another name")
        // The library would compare it with the proxy's own number.
        #expect(
            try await outcome(authority.identity(), trusted: true, host: "127.0.0.1", through: true)
                == "unreachable through a proxy, a server with TLS has to be named by its name, not by its number")
    }

    @Test func aServerThatLeavesTLS() async throws {
        try await LoopbackServer.running(identity: try authority.identity()) { _ in
            .redirect(to: "http://localhost:9/")
        } _: { server in
            var settings = NetworkSettings()
            settings.authorities = try Authorities(path: authority.certificatePath)
            try await Network.running(settings) { network in
                let failure = await #expect(throws: FetchFailure.self) {
                    try await network.exchange(userAgent: "x")(HTTPQuery(url: "https://localhost:\(server.port)/"))
                }
                #expect(failure?.withoutHost == "malformed it redirects to an address without TLS")
            }
        }
    }

    /// What is asked after other settings hold goes by them.
    @Test func otherSettings() async throws {
        try await LoopbackServer.running(identity: try authority.identity()) { _ in
            .json("{}")
        } _: { server in
            try await Network.running { network in
                let ask = { @Sendable () async throws(FetchFailure) in
                    try await network.exchange(userAgent: "x")(HTTPQuery(url: server.url))
                }
                await #expect(throws: FetchFailure.self) { try await ask() }
                var settings = NetworkSettings()
                settings.authorities = try Authorities(path: authority.certificatePath)
                network.adopt(settings)
                #expect(try await ask().status == 200)
                network.adopt(NetworkSettings())
                await #expect(throws: FetchFailure.self) { try await ask() }
            }
        }
    }

    // MARK: - Files

    @Test func aFileWithSeveral() throws {
        let directory = try TemporaryDirectory()
        let another = try CertificateAuthority()
        let texts = try [authority, another].map { try String(contentsOfFile: $0.certificatePath, encoding: .utf8) }
        try directory.write("# ours\n" + texts.joined(separator: "\n") + "\n# end\n", to: "ca.pem")
        _ = try Authorities(path: directory.file("ca.pem"))
        #expect(try Authorities(path: authority.certificatePath) == Authorities(path: authority.certificatePath))
        #expect(try Authorities(path: authority.certificatePath) != Authorities(path: directory.file("ca.pem")))
    }

    @Test(arguments: ["", "garbage", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
    func aFileWithNone(text: String) throws {
        let directory = try TemporaryDirectory()
        try directory.write(text, to: "ca.pem")
        let path = directory.file("ca.pem")
        let sentence = "\(path) holds no certificate: it begins with -----BEGIN CERTIFICATE-----, and is whole"
        let problem = #expect(throws: Authorities.Problem.self) { try Authorities(path: path) }
        #expect(problem?.sentence == sentence)
    }

    @Test func aFileThatIsNone() throws {
        let directory = try TemporaryDirectory()
        let missing = #expect(throws: Authorities.Problem.self) { try Authorities(path: directory.file("ca.pem")) }
        #expect(missing?.sentence == "\(directory.file("ca.pem")) cannot be read: No such file or directory")
        let folder = #expect(throws: Authorities.Problem.self) { try Authorities(path: directory.path) }
        #expect(folder?.sentence == "\(directory.path) is not a file")
    }

    @Test func aFileThatEverybodyCanWrite() throws {
        let another = try CertificateAuthority()
        let path = another.certificatePath
        #expect(chmod(path, 0o666) == 0)
        let problem = #expect(throws: Authorities.Problem.self) { try Authorities(path: path) }
        _ = another
        #expect(problem?.sentence.hasPrefix("everybody can write to \(path)") == true)
    }
}

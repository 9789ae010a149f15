import LoopbackHTTP
import NIOSSL
import Testing

@testable import HTTP

/// Whom a connection may be to, while several are asked.
struct AskedServersTests {
    private let asked = AskedServers()

    private func ask(_ host: String, isSecure: Bool = true) {
        asked.add(.init(name: ServerName(host), isSecure: isSecure))
    }

    @Test func nothingIsSaidWithoutTLSToWhoIsAskedWithIt() {
        #expect(!asked.mayBePlain)
        ask("api.example.test")
        #expect(!asked.mayBePlain)
        ask("weather.lan", isSecure: false)
        #expect(asked.mayBePlain)
        asked.remove(.init(name: ServerName("weather.lan"), isSecure: false))
        #expect(!asked.mayBePlain)
    }

    @Test(.enabled(if: CertificateAuthority.isAvailable, "\(CertificateAuthority.absence)"))
    func aCertificateIsForOneOfThem() throws {
        let authority = try CertificateAuthority()
        func certificate(_ names: String) throws -> NIOSSLCertificate {
            let shown = try authority.identity(names).certificateChain.compactMap { source -> NIOSSLCertificate? in
                if case .certificate(let certificate) = source { certificate } else { nil }
            }
            return try #require(shown.first)
        }
        // To whom is asked by a number no more is believed than that number.
        ask("192.0.2.7")
        ask("[2001:db8::1]")
        #expect(try !asked.include(certificate("DNS:other.test,IP:192.0.2.8")))
        #expect(try asked.include(certificate("DNS:other.test,IP:192.0.2.7")))
        #expect(try asked.include(certificate("IP:2001:db8::1")))
        ask("weather.lan", isSecure: false)
        #expect(try !asked.include(certificate("DNS:weather.lan")))
        ask("api.example.test")
        #expect(try asked.include(certificate("DNS:*.example.test")))
    }
}

import Endpoints
import NIOCore
import NIOSSL

/// The name that a server is asked by, and whether its certificate is for that name.
///
/// NIOSSL takes a certificate for the number of the address that it is connected to as well, whatever name was asked for. So who
/// answers in the DNS would need no more than a certificate for a number of his own, which anybody is given.
struct ServerName: Sendable, Hashable {
    private let name: String

    /// - Parameter host: of a web address.
    init(_ host: String) {
        let name = host.withoutBrackets.lowercased()
        self.name = name.hasSuffix(".") ? String(name.dropLast()) : name
    }

    /// Whether the certificate is for this name: itself or all of its domain (RFC 6125, 6.4), or itself when it is a number.
    func isNamed(in certificate: NIOSSLCertificate) -> Bool {
        let number = ProxyExceptions.number(name)
        return certificate._subjectAlternativeNames().contains {
            if let number { return $0.nameType == .ipAddress && $0.contents.elementsEqual(number) }
            return $0.nameType == .dnsName && isMeant(by: String(decoding: $0.contents, as: UTF8.self).lowercased())
        }
    }

    private func isMeant(by pattern: String) -> Bool {
        guard pattern.hasPrefix("*.") else { return name == pattern }
        guard let dot = name.firstIndex(of: ".") else { return false }
        return name[dot...] == pattern.dropFirst()
    }
}

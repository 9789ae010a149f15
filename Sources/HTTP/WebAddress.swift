public import Foundation

/// A URL that can be requested: `http` or `https`, a host, and a valid port.
///
/// The client library uses Foundation's parsing and crashes on a port above 65535; Foundation ignores a port of twenty digits.
/// So every URL is checked here before it is requested.
public struct WebAddress: Sendable, Hashable {
    public let url: URL
    public let isSecure: Bool
    /// A name or a number, the latter without brackets.
    public let host: String
    public let port: Int

    /// The longest address, bytes.
    private static let longest = 8192

    /// nil for all else.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest, let url = URL(string: text),
            let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host?.withoutBrackets, !host.isEmpty, Self.isHost(host)
        else { return nil }
        isSecure = scheme == "https"
        guard let port = Self.port(in: url.absoluteString, usual: isSecure ? 443 : 80) else { return nil }
        (self.url, self.host, self.port) = (url, host, port)
    }

    /// Letters, digits and the signs of a name, or an IPv6 number with its zone.
    private static func isHost(_ host: String) -> Bool {
        let signs = host.contains(":") ? "-._:%" : "-._"
        return host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: signs.utf8.contains(byte)
            }
        }
    }

    /// The port that an address names, or the usual one; nil when there is no such port.
    static func port(in address: String, usual: Int) -> Int? {
        guard let start = address.firstRange(of: "://")?.upperBound else { return nil }
        let authority = address[start...].prefix { !"/?#".contains($0) }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        let end = host.lastIndex(of: "]") ?? host.startIndex
        guard let colon = host[end...].firstIndex(of: ":") else { return usual }
        let digits = host[host.index(after: colon)...]
        if digits.isEmpty { return usual }
        guard digits.utf8.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits),
            (1...65_535).contains(port)
        else { return nil }
        return port
    }
}

/// A URL that can be requested: `http` or `https`, a host, and a valid port.
public struct WebAddress: Sendable, Hashable {
    public let isSecure: Bool
    /// A hostname or an address, without brackets.
    public let host: String
    public let port: Int

    /// The maximum length, bytes.
    private static let longest = 8192

    /// nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest, let address = URLParts(text),
            address.scheme == "https" || address.scheme == "http",
            let host = address.host, Self.isHost(host)
        else { return nil }
        isSecure = address.scheme == "https"
        guard let port = address.port(usual: isSecure ? 443 : 80) else { return nil }
        (self.host, self.port) = (host, port)
    }

    /// Letters, digits and punctuation of a hostname, or an IPv6 address with its zone.
    private static func isHost(_ host: String) -> Bool {
        let signs = host.contains(":") ? "-._:%" : "-._"
        return host.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9": true
            default: scalar.isASCII ? signs.unicodeScalars.contains(scalar) : scalar.properties.isAlphabetic
            }
        }
    }
}

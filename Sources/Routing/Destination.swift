import Glibc

/// Where requests go, as far as it decides by which way.
public enum Destination: Sendable, Hashable {
    /// This machine itself.
    case loopback
    /// An address: 4 bytes, or 16.
    case address([UInt8])
    /// A host somewhere on the Internet.
    case internet
    /// A host of which only the name is known. It may be in the local network, which can be there without a way beyond.
    case named

    /// - Parameters:
    ///   - authority: `api.open-meteo.com`, `192.168.1.7:8080`, `[::1]:80`.
    ///   - isPublic: whether a name is known to be that of a host on the Internet.
    public init(authority: String, isPublic: Bool) {
        let host = Self.host(of: authority)
        if let bytes = Self.bytes(of: host) {
            let isLoopback = bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
            self = isLoopback ? .loopback : .address(bytes)
        } else if host == "localhost" || host.hasSuffix(".localhost") {
            // RFC 6761, section 6.3.
            self = .loopback
        } else {
            self = isPublic ? .internet : .named
        }
    }

    /// Without the port, and an address of IPv6 without its brackets.
    private static func host(of authority: String) -> String {
        if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
        return authority.prefix { $0 != ":" }.lowercased()
    }

    private static func bytes(of host: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, host, &bytes) == 1 { return bytes }
        }
        return nil
    }
}

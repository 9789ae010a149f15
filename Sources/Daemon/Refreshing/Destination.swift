import Glibc

/// The target of a request, as far as it affects routing.
public enum Destination: Sendable, Hashable {
    case loopback
    /// 4 or 16 bytes.
    case address([UInt8])
    /// A host somewhere on the Internet.
    case internet
    /// A host known by name only. It may be in the local network, which can work without an Internet route.
    case named

    /// - Parameters:
    ///   - authority: `api.open-meteo.com`, `192.168.1.7:8080`, `[::1]:80`.
    ///   - isPublic: whether a hostname is known to be on the Internet.
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

    /// Without the port and the brackets of an IPv6 address.
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

import Glibc
import WorkerProtocol

/// The interfaces and source addresses from which this machine would send to a destination. Both differ after a move to
/// another network, and after a VPN is connected.
public struct Route: Sendable, Hashable {
    /// One for each IP version with a route.
    private var origins: Set<Origin>

    struct Origin: Sendable, Hashable {
        var interface: String
        /// 4 bytes, or the first 8 of IPv6, since privacy extensions change the rest daily.
        var address: [UInt8]
    }

    init(_ origins: Set<Origin>) {
        self.origins = origins
    }

    /// Whether this route is the same as `other` for all IP versions that `other` has.
    public func includes(_ other: Route) -> Bool { other.origins.isSubset(of: origins) }

    /// The route to a destination; nil when the kernel has none. Sends nothing.
    public static func to(_ destination: Destination) -> Route? {
        switch destination {
        case .loopback: return Route([Origin(interface: "lo", address: [])])
        case .address(let bytes): return route(to: [bytes])
        case .internet: return route(to: internet)
        case .named: return route(to: internet) ?? localNetwork
        }
    }

    /// a.root-servers.net, <https://root-servers.org>: a host that is never in a local network.
    private static let internet: [[UInt8]] = [
        [198, 41, 0, 4], [0x20, 0x01, 0x05, 0x03, 0xBA, 0x3E, 0, 0, 0, 0, 0, 0, 0, 0x02, 0, 0x30],
    ]

    private static func route(to addresses: [[UInt8]]) -> Route? {
        let interfaces = Interface.all
        let origins = addresses.compactMap { address -> Origin? in
            // A link-local source address reaches no further than the link.
            guard let source = RouteSocket.source(towards: address), !Interface.isLinkLocal(source) else { return nil }
            // The kernel keeps a route when its interface loses the carrier.
            let interface = interfaces.first { $0.address == source }
            guard interface?.isRunning ?? true else { return nil }
            return Origin(interface: interface?.name ?? "", address: Interface.network(of: source))
        }
        return origins.isEmpty ? nil : Route(Set(origins))
    }

    /// All running networks, any of which may contain the destination.
    private static var localNetwork: Route? {
        let origins = Interface.all.filter { $0.isRunning && !$0.isLoopback && !Interface.isLinkLocal($0.address) }
            .map { Origin(interface: $0.name, address: Interface.network(of: $0.address)) }
        return origins.isEmpty ? nil : Route(Set(origins))
    }
}

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
        if let bytes = [UInt8](ipAddress: host) {
            let isLoopback = bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
            self = isLoopback ? .loopback : .address(bytes)
        } else if host == "localhost" || host.hasSuffix(".localhost") {
            // RFC 6761, section 6.3.
            self = .loopback
        } else {
            self = isPublic ? .internet : .named
        }
    }

    /// The host without the port and the brackets of an IPv6 address.
    private static func host(of authority: String) -> String {
        if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
        return authority.prefix { $0 != ":" }.lowercased()
    }
}

/// One address of a network interface.
struct Interface {
    var name: String
    /// 4 or 16 bytes.
    var address: [UInt8]
    /// Whether the interface is up and has a carrier.
    var isRunning: Bool
    var isLoopback: Bool

    /// All interfaces of this machine; empty on failure.
    static var all: [Interface] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var interfaces: [Interface] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let pointer = entry.ifa_addr, let address = address(at: pointer) else { continue }
            let flags = Int(entry.ifa_flags)
            interfaces.append(
                Interface(
                    name: String(cString: entry.ifa_name), address: address,
                    isRunning: flags & IFF_UP != 0 && flags & IFF_RUNNING != 0,
                    isLoopback: flags & IFF_LOOPBACK != 0))
        }
        return interfaces
    }

    /// The IP address in a socket address; nil for another family.
    private static func address(at pointer: UnsafePointer<sockaddr>) -> [UInt8]? {
        let bytes = UnsafeRawPointer(pointer)
        return switch Int32(pointer.pointee.sa_family) {
        case AF_INET: withUnsafeBytes(of: bytes.load(as: sockaddr_in.self).sin_addr) { Array($0) }
        case AF_INET6: withUnsafeBytes(of: bytes.load(as: sockaddr_in6.self).sin6_addr) { Array($0) }
        default: nil
        }
    }

    /// A link-local address: 169.254.0.0/16, fe80::/10.
    static func isLinkLocal(_ address: [UInt8]) -> Bool {
        address.count == 4
            ? address[0] == 169 && address[1] == 254 : address[0] == 0xFE && address[1] & 0xC0 == 0x80
    }

    /// The part of an address that identifies its network: all of IPv4, the first half of IPv6.
    static func network(of address: [UInt8]) -> [UInt8] {
        address.count == 4 ? address : Array(address.prefix(8))
    }
}

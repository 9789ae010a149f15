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

    /// a.root-servers.net, <https://root-servers.org>: an Internet host that is in no local network.
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

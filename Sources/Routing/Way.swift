/// By which of its interfaces, and under which addresses, this machine would send something. Two ways are the same as long
/// as both are: after a move to another network, and after a VPN has come up, the way is another.
public struct Way: Sendable, Hashable {
    /// One for each version of IP that leads there.
    private var origins: Set<Origin>

    struct Origin: Sendable, Hashable {
        var interface: String
        /// 4 bytes; of IPv6 the 8 that name the network, since the others change every day for privacy's sake.
        var address: [UInt8]
    }

    init(_ origins: Set<Origin>) {
        self.origins = origins
    }

    /// Whether all that could be sent by `other` would be sent likewise by this one.
    public func includes(_ other: Way) -> Bool { other.origins.isSubset(of: origins) }

    /// The way to a destination; nil when the kernel has none. Nothing is sent to find that out.
    public static func to(_ destination: Destination) -> Way? {
        switch destination {
        case .loopback: return Way([Origin(interface: "lo", address: [])])
        case .address(let bytes): return way(to: [bytes])
        case .internet: return way(to: internet)
        case .named: return way(to: internet) ?? localNetwork
        }
    }

    /// a.root-servers.net, <https://root-servers.org>: addresses that the whole Internet knows, and no local network has.
    private static let internet: [[UInt8]] = [
        [198, 41, 0, 4], [0x20, 0x01, 0x05, 0x03, 0xBA, 0x3E, 0, 0, 0, 0, 0, 0, 0, 0x02, 0, 0x30],
    ]

    private static func way(to addresses: [[UInt8]]) -> Way? {
        let interfaces = Interface.all
        let origins = addresses.compactMap { address -> Origin? in
            // An address of one cable leads no further.
            guard let source = RouteSocket.source(towards: address), !Interface.isLinkLocal(source) else { return nil }
            // The route over an interface stays when its cable is pulled.
            let interface = interfaces.first { $0.address == source }
            guard interface?.isRunning ?? true else { return nil }
            return Origin(interface: interface?.name ?? "", address: Interface.network(of: source))
        }
        return origins.isEmpty ? nil : Way(Set(origins))
    }

    /// Wherever a network is that may have the destination in it.
    private static var localNetwork: Way? {
        let origins = Interface.all.filter { $0.isRunning && !$0.isLoopback && !Interface.isLinkLocal($0.address) }
            .map { Origin(interface: $0.name, address: Interface.network(of: $0.address)) }
        return origins.isEmpty ? nil : Way(Set(origins))
    }
}

import Glibc

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
            guard let source = source(towards: address) else { return nil }
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

    /// The address that the kernel would send from; nil when there is no route. That is what connect(2) finds out for a
    /// datagram socket, and no more.
    private static func source(towards address: [UInt8]) -> [UInt8]? {
        let family = address.count == 4 ? AF_INET : AF_INET6
        let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var storage = sockaddr_storage()
        var length = socklen_t(
            family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes -> [UInt8]? in
            bytes.storeBytes(of: sa_family_t(family), as: sa_family_t.self)
            // Any port but 0 will do; this is that of discard.
            bytes[3] = 9
            bytes[Interface.offset(of: family)...].copyBytes(from: address)
            guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                connect(descriptor, pointer, length) == 0, getsockname(descriptor, pointer, &length) == 0
            else { return nil }
            let source = Interface.address(at: pointer)
            return source.flatMap { Interface.isLinkLocal($0) ? nil : $0 }
        }
    }
}

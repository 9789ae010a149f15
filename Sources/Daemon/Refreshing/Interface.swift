import Glibc

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

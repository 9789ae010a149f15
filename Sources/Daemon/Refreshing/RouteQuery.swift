import CLinux
import Glibc

/// Queries the kernel's routing tables for the source address of a destination (rtnetlink(7), RTM_GETROUTE).
struct RouteQuery {
    /// 4 or 16 bytes.
    let destination: [UInt8]

    /// The reply has the same number.
    private static let sequence: UInt32 = 1

    private var family: Int32 { destination.count == 4 ? AF_INET : AF_INET6 }

    /// The encoded message.
    var bytes: [UInt8] {
        let attribute = MemoryLayout<rtattr>.size + destination.count
        let length = MemoryLayout<nlmsghdr>.size + MemoryLayout<rtmsg>.size + attribute
        let header = nlmsghdr(
            nlmsg_len: UInt32(length), nlmsg_type: UInt16(RTM_GETROUTE), nlmsg_flags: UInt16(NLM_F_REQUEST),
            nlmsg_seq: Self.sequence, nlmsg_pid: 0)
        var route = rtmsg()
        route.rtm_family = UInt8(family)
        route.rtm_dst_len = UInt8(destination.count * 8)
        let head = rtattr(rta_len: UInt16(attribute), rta_type: UInt16(RTA_DST.rawValue))
        return Self.bytes(of: header) + Self.bytes(of: route) + Self.bytes(of: head) + destination
    }

    /// The source address in a reply; nil when there is no route.
    func source(in answer: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let header = answer.read(nlmsghdr.self), header.nlmsg_seq == Self.sequence,
            // Without a route, the reply is NLMSG_ERROR.
            Int(header.nlmsg_type) == Int(RTM_NEWROUTE), header.nlmsg_len <= answer.count,
            let payload = UnsafeRawBufferPointer(rebasing: answer.prefix(Int(header.nlmsg_len))).dropping(
                nlmsghdr.self),
            let route = payload.read(rtmsg.self), Int32(route.rtm_family) == family,
            [RTN_UNICAST, RTN_LOCAL, RTN_MULTICAST].contains(Int(route.rtm_type)),
            let source = payload.dropping(rtmsg.self)?.attribute(Int(RTA_PREFSRC.rawValue)),
            source.count == destination.count
        else { return nil }
        return Array(source)
    }

    private static func bytes<Structure: BitwiseCopyable>(of structure: Structure) -> [UInt8] {
        withUnsafeBytes(of: structure) { Array($0) }
    }
}

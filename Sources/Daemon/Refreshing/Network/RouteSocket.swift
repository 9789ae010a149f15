import CLinux
import Dispatch
import Glibc

/// Notifies of changed links, addresses or routes (rtnetlink(7)), without polling.
public enum RouteSocket {
    /// An element whenever reachability may have changed. Changes while the reader is busy are merged.
    ///
    /// - Returns: nil if the kernel does not report changes, as in a sandbox without AF_NETLINK.
    public static func changes() -> AsyncStream<Void>? {
        let type = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_NETLINK, type, NETLINK_ROUTE)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_nl()
        address.nl_family = sa_family_t(AF_NETLINK)
        address.nl_groups = UInt32(
            RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_IFADDR | RTMGRP_IPV6_ROUTE)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_nl>.size)) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            return nil
        }
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: DispatchQueue(label: "weatherd.routes"))
        source.setEventHandler {
            if readAll(descriptor), case .terminated = continuation.yield() { source.cancel() }
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
        return changes
    }

    /// The source address that the kernel would use; nil when there is no route, or without netlink.
    static func source(towards address: [UInt8]) -> [UInt8]? {
        let descriptor = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue), NETLINK_ROUTE)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let query = RouteQuery(destination: address)
        let bytes = query.bytes
        guard send(descriptor, bytes, bytes.count, 0) == bytes.count else { return nil }
        return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            // The kernel replies before send(2) returns.
            let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            return count > 0 ? query.source(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])) : nil
        }
    }

    /// Reads all pending messages.
    ///
    /// - Returns: whether any of them affects routes.
    private static func readAll(_ descriptor: Int32) -> Bool {
        var matters = false
        // The kernel's own maximum size of a datagram.
        withUnsafeTemporaryAllocation(byteCount: 32 << 10, alignment: 8) { buffer in
            while true {
                let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                if count > 0 {
                    let notices = RouteNotice.notices(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                    matters = matters || notices.contains(where: \.mattersToRoutes)
                } else if count < 0, errno == ENOBUFS {
                    // The socket's buffer overflowed and messages were lost, so all routes are checked again.
                    matters = true
                } else if count == 0 || errno != EINTR {
                    return
                }
            }
        }
        return matters
    }
}

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

/// An rtnetlink(7) message about links, addresses or routes.
public enum RouteNotice: Sendable, Hashable {
    /// An interface was added or removed, or changed its state.
    case link
    /// A wireless event, such as a scan: frequent, and without effect on routes.
    case wireless
    /// An address was added or removed.
    case address
    /// A route to other hosts was added or removed.
    case route
    /// A local, multicast or cached route was added or removed.
    case localRoute
    /// Messages were lost, or could not be parsed.
    case unknown

    /// Whether reachability may have changed.
    public var mattersToRoutes: Bool {
        switch self {
        case .link, .address, .route, .unknown: true
        case .wireless, .localRoute: false
        }
    }

    /// The messages of one datagram, in order. A truncated message ends the list with `unknown`.
    public static func notices(in datagram: UnsafeRawBufferPointer) -> [RouteNotice] {
        var notices: [RouteNotice] = []
        var rest = datagram[...]
        while !rest.isEmpty {
            let bytes = UnsafeRawBufferPointer(rebasing: rest)
            guard let header = bytes.read(nlmsghdr.self), header.nlmsg_len >= MemoryLayout<nlmsghdr>.size,
                header.nlmsg_len <= bytes.count
            else {
                notices.append(.unknown)
                break
            }
            let length = Int(header.nlmsg_len)
            let payload = UnsafeRawBufferPointer(rebasing: bytes[MemoryLayout<nlmsghdr>.size..<length])
            notices.append(notice(type: Int(header.nlmsg_type), payload: payload))
            rest = rest.dropFirst(length.alignedToNetlink)
        }
        return notices
    }

    private static func notice(type: Int, payload: UnsafeRawBufferPointer) -> RouteNotice {
        switch type {
        case Int(RTM_NEWLINK), Int(RTM_DELLINK):
            guard let attributes = payload.dropping(ifinfomsg.self) else { return .unknown }
            return attributes.attribute(Int(IFLA_WIRELESS)) != nil ? .wireless : .link
        case Int(RTM_NEWADDR), Int(RTM_DELADDR):
            return .address
        case Int(RTM_NEWROUTE), Int(RTM_DELROUTE):
            guard let route = payload.read(rtmsg.self) else { return .unknown }
            let leadsElsewhere = [RTN_UNICAST, RTN_BLACKHOLE, RTN_UNREACHABLE, RTN_PROHIBIT, RTN_THROW]
                .contains(Int(route.rtm_type))
            return leadsElsewhere && route.rtm_flags & UInt32(RTM_F_CLONED) == 0 ? .route : .localRoute
        default:
            return .unknown
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The structure at the start; nil when there are too few bytes.
    func read<Structure: BitwiseCopyable>(_ type: Structure.Type) -> Structure? {
        count >= MemoryLayout<Structure>.size ? loadUnaligned(as: type) : nil
    }

    /// The bytes after a structure; nil when there are too few bytes.
    func dropping<Structure: BitwiseCopyable>(_ type: Structure.Type) -> UnsafeRawBufferPointer? {
        count >= MemoryLayout<Structure>.size
            ? UnsafeRawBufferPointer(rebasing: self[MemoryLayout<Structure>.size...]) : nil
    }

    /// The content of the first netlink attribute of this type; nil when there is none.
    func attribute(_ type: Int) -> UnsafeRawBufferPointer? {
        var rest = self[...]
        while let header = UnsafeRawBufferPointer(rebasing: rest).read(rtattr.self) {
            let length = Int(header.rta_len)
            guard length >= MemoryLayout<rtattr>.size, length <= rest.count else { return nil }
            if Int(header.rta_type) == type {
                return UnsafeRawBufferPointer(rebasing: rest.prefix(length)).dropping(rtattr.self)
            }
            rest = rest.dropFirst(length.alignedToNetlink)
        }
        return nil
    }
}

extension Int {
    /// NLMSG_ALIGN and RTA_ALIGN: messages and attributes are aligned to four bytes.
    var alignedToNetlink: Int { (self + 3) & ~3 }
}

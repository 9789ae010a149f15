import CLinux

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

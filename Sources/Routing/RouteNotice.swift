import CLinux

/// One message of the kernel's about links, addresses and routes, as rtnetlink(7) has it.
public enum RouteNotice: Sendable, Hashable {
    /// An interface came, went, or is in another state.
    case link
    /// What a wireless interface tells of its scans, which is much and changes no route.
    case wireless
    /// An interface has another address.
    case address
    /// A route came or went by which something can be sent elsewhere.
    case route
    /// A route came or went that leads nowhere else: to this machine itself, to a group, or a copy for one address.
    case localRoute
    /// Messages were lost, or the kernel is not understood.
    case unknown

    /// Whether what could be reached before may not be now, or the other way round.
    public var mattersToRoutes: Bool {
        switch self {
        case .link, .address, .route, .unknown: true
        case .wireless, .localRoute: false
        }
    }

    /// The messages of one datagram, in their order. What is cut short ends the list with `unknown`.
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

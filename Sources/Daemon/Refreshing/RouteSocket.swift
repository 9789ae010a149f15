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

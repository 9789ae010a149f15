public import Glibc

/// The address of a Unix socket: `sockaddr_un` of unix(7).
public struct UnixAddress: Sendable {
    private var address = sockaddr_un()

    /// nil for a path that is too long.
    public init?(path: String) {
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    }

    /// - Parameter call: bind(2) or connect(2).
    public func pass(to call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

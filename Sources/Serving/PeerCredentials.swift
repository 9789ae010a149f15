import Glibc
import NIOCore

/// Who is at the other end of a Unix socket, as the kernel vouches for it: `struct ucred` of unix(7), which Glibc's
/// module leaves out.
struct PeerCredentials: Sendable {
    var process: pid_t = 0
    var user: uid_t = 0
    var group: gid_t = 0

    /// nil when the descriptor is not that of a connected Unix socket.
    init?(descriptor: Int32) {
        var size = socklen_t(MemoryLayout<Self>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &self, &size) == 0 else { return nil }
    }

    static func of(_ channel: any Channel) -> EventLoopFuture<PeerCredentials> {
        guard let provider = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        return provider.unsafeGetSocketOption(level: .socket, name: .init(rawValue: SO_PEERCRED))
    }
}

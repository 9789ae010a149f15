import CSystemd
import Glibc

/// The listening socket passed by the service manager (sd_listen_fds(3)).
public enum HandedSocket {
    /// Why the passed socket cannot be used.
    public enum Failure: Error, Sendable, Hashable {
        /// More than one socket.
        case tooMany(Int)
        /// It is not a listening Unix stream socket.
        case wrongKind

        /// One sentence with what to do.
        public var sentence: String {
            switch self {
            case .tooMany(let count): "systemd passed \(count) sockets; weatherd.socket must have only one"
            case .wrongKind:
                "systemd passed a descriptor that is not a listening Unix socket; weatherd.socket requires ListenStream="
            }
        }
    }

    /// The number of the first passed descriptor.
    public static let firstDescriptor = Int32(SD_LISTEN_FDS_START)

    /// The descriptor; nil when no socket was passed.
    public static func descriptor() throws(Failure) -> Int32? {
        let count = sd_listen_fds(0)
        guard count > 0 else { return nil }
        guard count == 1 else { throw .tooMany(Int(count)) }
        let descriptor = firstDescriptor
        guard sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else { throw .wrongKind }
        return descriptor
    }
}

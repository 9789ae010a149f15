import CSystemd
import Glibc

/// The listening socket that the service manager made for this process.
public enum HandedSocket {
    /// Why what was handed over cannot be used.
    public enum Failure: Error, Sendable, Hashable {
        /// More than one socket.
        case tooMany(Int)
        /// It is not a listening Unix stream socket.
        case wrongKind

        /// One plain sentence with what to do.
        public var sentence: String {
            switch self {
            case .tooMany(let count): "systemd handed over \(count) sockets; weatherd.socket may name only one"
            case .wrongKind:
                "what systemd handed over is not a listening Unix socket; weatherd.socket needs ListenStream="
            }
        }
    }

    /// The descriptor; nil when the manager handed over nothing.
    public static func descriptor() throws(Failure) -> Int32? {
        let count = sd_listen_fds(0)
        guard count > 0 else { return nil }
        guard count == 1 else { throw .tooMany(Int(count)) }
        let descriptor = Int32(SD_LISTEN_FDS_START)
        guard sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else { throw .wrongKind }
        return descriptor
    }
}

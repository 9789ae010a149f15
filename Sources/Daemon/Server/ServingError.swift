/// Why the server cannot start.
public enum ServingError: Error, Sendable, Hashable {
    /// Another daemon listens there; `process` is its id if the kernel provides it.
    case alreadyRunning(path: String, process: Int32?)
    /// Another program listens there.
    case taken(path: String, process: Int32, name: String)
    /// The path exists and is not a socket.
    case notASocket(path: String)
    case cannotListen(path: String, reason: String)
    /// The socket that the service manager created cannot be listened on.
    case cannotAccept(reason: String)

    /// One plain sentence with what to do.
    public var sentence: String {
        switch self {
        case .alreadyRunning(let path, let process):
            "weatherd is already running\(process.map { " as process \($0)" } ?? "") and listens on \(path)"
        case .taken(let path, let process, let name):
            "process \(process) (\(name)) listens on \(path) and is not weatherd; stop it with: kill \(process), or choose another path "
                + "with --socket"
        case .notASocket(let path):
            "\(path) exists and is not a socket; remove it or choose another path with --socket"
        case .cannotListen(let path, let reason):
            "cannot listen on \(path): \(reason)"
        case .cannotAccept(let reason):
            "cannot accept connections: \(reason)"
        }
    }
}

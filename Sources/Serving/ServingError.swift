/// Why queries cannot be served.
public enum ServingError: Error, Sendable, Hashable {
    /// Another daemon answers there; `process` is its id when the kernel tells it.
    case alreadyRunning(path: String, process: Int32?)
    /// Another program listens there.
    case taken(path: String, process: Int32, name: String)
    /// Something stands at the path that weatherd did not make.
    case notASocket(path: String)
    case cannotListen(path: String, reason: String)

    /// One plain sentence with what to do.
    public var sentence: String {
        switch self {
        case .alreadyRunning(let path, let process):
            "weatherd is already running\(process.map { " as process \($0)" } ?? ""): it answers at \(path)"
        case .taken(let path, let process, let name):
            "process \(process) (\(name)) listens at \(path) and is not weatherd; end it with: kill \(process), or name another path "
                + "with --socket"
        case .notASocket(let path):
            "\(path) exists and is not a socket; remove it or name another path with --socket"
        case .cannotListen(let path, let reason):
            "cannot listen at \(path): \(reason)"
        }
    }
}

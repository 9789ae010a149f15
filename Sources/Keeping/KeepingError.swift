/// Why something could not be kept.
public enum KeepingError: Error, Sendable, Hashable {
    /// The file system refused; `reason` is its own word for it, such as "No space left on device".
    case notWritten(path: String, reason: String)
    /// The file system refused to read what is there.
    case notRead(path: String, reason: String)
    /// Another process keeps its files there; `process` is its id when the kernel tells it.
    case inUse(path: String, process: Int32?)
    /// The file is not one that this version of weatherd wrote.
    case damaged(path: String, reason: String)

    /// What happened, in plain words.
    public var sentence: String {
        switch self {
        case .notWritten(let path, let reason): "cannot write \(path): \(reason)"
        case .notRead(let path, let reason): "cannot read \(path): \(reason)"
        case .inUse(let path, let process):
            "weatherd is already running\(process.map { " as process \($0)" } ?? ""): it keeps its files in \(path); "
                + "end it, or give this one an XDG_STATE_HOME of its own"
        case .damaged(let path, let reason): "\(path) is damaged: \(reason)"
        }
    }
}

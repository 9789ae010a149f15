/// Why something could not be stored.
public enum KeepingError: Error, Sendable, Hashable {
    /// An error of the file system; `reason` is its description, such as "No space left on device".
    case notWritten(path: String, reason: String)
    /// A read error of the file system.
    case notRead(path: String, reason: String)
    /// Another process uses the directory; `process` is its id if known.
    case inUse(path: String, process: Int32?)
    /// The file does not have a format of this version of weatherd.
    case damaged(path: String, reason: String)

    /// The message for the user.
    public var sentence: String {
        switch self {
        case .notWritten(let path, let reason): "cannot write \(path): \(reason)"
        case .notRead(let path, let reason): "cannot read \(path): \(reason)"
        case .inUse(let path, let process):
            "weatherd is already running\(process.map { " as process \($0)" } ?? "") and uses the files in \(path); "
                + "stop it, or set a different XDG_STATE_HOME"
        case .damaged(let path, let reason): "\(path) is damaged: \(reason)"
        }
    }
}

/// Why something could not be kept.
public enum KeepingError: Error, Sendable, Hashable {
    /// The file system refused; `reason` is its own word for it, such as "No space left on device".
    case notWritten(path: String, reason: String)
    /// The file system refused to read what is there.
    case notRead(path: String, reason: String)
    /// The file is not one that this version of weatherd wrote.
    case damaged(path: String, reason: String)

    /// What happened, in words for the log.
    public var description: String {
        switch self {
        case .notWritten(let path, let reason): "cannot write \(path): \(reason)"
        case .notRead(let path, let reason): "cannot read \(path): \(reason)"
        case .damaged(let path, let reason): "\(path) is damaged: \(reason)"
        }
    }
}

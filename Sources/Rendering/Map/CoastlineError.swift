/// Why there is no map.
public enum CoastlineError: Error, Sendable, Hashable {
    /// No file is there.
    case missing(path: String)
    /// The file cannot be read; the reason is the system's.
    case notRead(path: String, reason: String)
    /// The file is not what it should be.
    case damaged(path: String)

    /// What is wrong and what to do, in one plain sentence without a final period.
    public var sentence: String {
        switch self {
        case .missing(let path): "there is no map: \(path.quoted) is missing; install weatherd again"
        case .notRead(let path, let reason):
            "there is no map: \(path.quoted) cannot be read: \(reason.plain(limit: 100))"
        case .damaged(let path): "there is no map: \(path.quoted) is damaged; install weatherd again"
        }
    }
}

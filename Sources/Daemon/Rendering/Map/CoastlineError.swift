/// Why there is no map.
public enum CoastlineError: Error, Sendable, Hashable {
    case missing(path: String)
    /// The reason is the system's error message.
    case notRead(path: String, reason: String)
    case damaged(path: String)

    /// What failed, why and what to do, as one sentence without a period.
    public var sentence: String {
        switch self {
        case .missing(let path): "no map: \(path.quoted) is missing; reinstall weatherd"
        case .notRead(let path, let reason):
            "no map: cannot read \(path.quoted): \(reason.plain(limit: 100))"
        case .damaged(let path): "no map: \(path.quoted) is damaged; reinstall weatherd"
        }
    }
}

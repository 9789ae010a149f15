/// Messages to clients about their connection.
public enum ConnectionSentence {
    public static let watching = "this connection is watching; use another connection for other requests"
    public static let tooManyWatched =
        "too many different replies are being watched; stop watching some, or try again later"
    public static let stopping = "weatherd is shutting down; try again"
    public static let noLineEnd = "the last line has no newline"

    public static func otherUser(than user: UInt32) -> String {
        "this weatherd serves only user \(user)"
    }

    public static func full(_ connections: Int) -> String {
        "too many clients (\(connections)); try again later"
    }

    /// - Parameter reason: a whole sentence.
    public static func notStarted(_ reason: String) -> String {
        "weatherd cannot start: \(reason)"
    }
}

/// What is said to clients about their connection.
public enum ConnectionSentence {
    public static let watching = "this connection watches; open another one for other requests"
    public static let tooManyWatched =
        "too many different replies are being watched; stop watching some, or try again later"
    public static let noLineEnd = "the last line has no line end"

    public static func otherUser(than user: UInt32) -> String {
        "this weatherd answers user \(user) alone"
    }

    public static func full(_ connections: Int) -> String {
        "\(connections) clients are connected; try again later"
    }

    /// - Parameter reason: a sentence of its own.
    public static func notStarted(_ reason: String) -> String {
        "weatherd cannot start: \(reason)"
    }
}

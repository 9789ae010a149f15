/// A message on a stream of bytes: its length in four bytes, the lowest first, and then itself.
public enum Frame {
    /// The longest job, bytes: what is kept of 200 places, and a bundle of every authority that there is.
    public static let longestJob = 16 << 20
    /// The longest answer, bytes: a report with a hundred warnings of the longest text.
    public static let longestAnswer = 4 << 20
    /// Of the length.
    public static let headLength = 4

    /// The message with its length before it.
    public static func bytes(of message: some Message) -> [UInt8] {
        let body = message.packed
        return head(of: body.count) + body
    }

    static func head(of length: Int) -> [UInt8] {
        stride(from: 0, to: 32, by: 8).map { UInt8(truncatingIfNeeded: length >> $0) }
    }

    /// How long the message after this head is.
    public static func length(_ head: [UInt8]) -> Int {
        head.prefix(headLength).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

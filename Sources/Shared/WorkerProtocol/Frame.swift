/// A message in a byte stream: its length as four little-endian bytes, and then its contents.
public enum Frame {
    /// The longest job, bytes: the stored state of 200 places, and a bundle of all certificate authorities.
    public static let longestJob = 16 << 20
    /// The longest answer, bytes: a report with a hundred warnings of the longest text.
    public static let longestAnswer = 4 << 20
    /// The size of the length field.
    public static let headLength = 4

    /// The message with its length prefix.
    public static func bytes(of message: some Message) -> [UInt8] {
        bytes(packed: message.packed)
    }

    /// A packed message with its length prefix.
    public static func bytes(packed body: [UInt8]) -> [UInt8] {
        head(of: body.count) + body
    }

    static func head(of length: Int) -> [UInt8] {
        stride(from: 0, to: 32, by: 8).map { UInt8(truncatingIfNeeded: length >> $0) }
    }

    /// The length in a frame header.
    public static func length(_ head: [UInt8]) -> Int {
        head.prefix(headLength).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

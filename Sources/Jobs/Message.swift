/// What one program tells the other.
public protocol Message {
    func write(to writer: inout MessageWriter)

    /// - Throws: when the bytes are not a message of this kind, or one with a value that cannot be.
    init(from reader: inout MessageReader) throws(Malformed)
}

/// Why a message cannot be taken.
public struct Malformed: Error, Sendable, Hashable {
    /// As the rest of a sentence, without what the sender wrote.
    public let reason: String

    public init(_ reason: String) {
        self.reason = reason
    }

    static let cutOff = Malformed("a message that is cut off")
}

extension Message {
    /// The message as bytes.
    public var packed: [UInt8] {
        var writer = MessageWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// The message that the bytes are, all of them.
    public init(packed bytes: [UInt8]) throws(Malformed) {
        var reader = MessageReader(bytes)
        try self.init(from: &reader)
        try reader.end()
    }
}

/// A message between the daemon and a worker.
public protocol Message {
    func write(to writer: inout MessageWriter)

    /// - Throws: when the bytes are not a message of this type, or contain an invalid value.
    init(from reader: inout MessageReader) throws(Malformed)
}

/// Why a message is invalid.
public struct Malformed: Error, Sendable, Hashable {
    /// Completes a sentence, and quotes nothing from the sender.
    public let reason: String

    public init(_ reason: String) {
        self.reason = reason
    }

    static let cutOff = Malformed("a truncated message")
}

extension Message {
    /// Encodes the message.
    public var packed: [UInt8] {
        var writer = MessageWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// Decodes a message, which must use all bytes.
    public init(packed bytes: [UInt8]) throws(Malformed) {
        var reader = MessageReader(bytes)
        try self.init(from: &reader)
        try reader.end()
    }
}

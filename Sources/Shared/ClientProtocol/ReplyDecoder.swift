/// Decodes replies from bytes in chunks of any size.
public struct ReplyDecoder: Sendable {
    /// The bytes violate the protocol.
    public struct Malformed: Error, Hashable {
        public init() {}
    }

    /// The most lines, and bytes of lines, of a valid reply.
    public static let lineLimit = 100_000
    public static let byteLimit = 4 << 20

    private var bytes: [UInt8] = []
    private var start = 0
    /// The end of the part after `start` that contains no line end.
    private var searched = 0
    private var lines: [String] = []
    /// The bytes of the lines so far.
    private var size = 0
    private var expected: Int?

    public init() {}

    public mutating func append(_ more: [UInt8]) {
        bytes.removeFirst(start)
        searched -= start
        start = 0
        bytes.append(contentsOf: more)
    }

    /// The next complete reply; nil when more bytes are needed.
    public mutating func next() throws(Malformed) -> Reply? {
        while true {
            if let expected, lines.count == expected {
                defer {
                    self.expected = nil
                    (lines, size) = ([], 0)
                }
                return .ok(lines)
            }
            guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
                searched = bytes.count
                guard size + bytes.count - start <= Self.byteLimit else { throw Malformed() }
                return nil
            }
            let line = bytes[start..<end]
            start = end + 1
            searched = start
            if expected != nil {
                size += line.count + 1
                guard size <= Self.byteLimit else { throw Malformed() }
                lines.append(String(decoding: line, as: UTF8.self))
            } else if let error = try head(line) {
                return error
            }
        }
    }

    /// Parses a reply's first line: an error is complete; after an `OK` the lines follow.
    private mutating func head(_ line: ArraySlice<UInt8>) throws(Malformed) -> Reply? {
        guard line.count <= Self.byteLimit else { throw Malformed() }
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        if words.count == 2, words[0] == "OK", let count = Int(words[1]), (0...Self.lineLimit).contains(count) {
            expected = count
            return nil
        }
        guard words.count == 3, words[0] == "ERR", !words[1].isEmpty else { throw Malformed() }
        // A later version may have more error codes; the message is still valid.
        return .error(Reply.Code(rawValue: words[1]) ?? .internal, words[2])
    }
}

/// Reads replies out of the bytes that a socket gives, in whatever pieces they come.
public struct ReplyDecoder: Sendable {
    /// The bytes are not those of a weatherd.
    public struct Malformed: Error, Hashable {
        public init() {}
    }

    /// No reply has more lines, nor more bytes in all its lines together; what goes beyond is not from a weatherd.
    public static let lineLimit = 100_000
    public static let byteLimit = 4 << 20

    private var bytes: [UInt8] = []
    private var start = 0
    /// Up to where no line end was found after `start`.
    private var searched = 0
    private var lines: [String] = []
    /// Bytes of the lines.
    private var size = 0
    private var expected: Int?

    public init() {}

    public mutating func append(_ more: [UInt8]) {
        bytes.removeFirst(start)
        searched -= start
        start = 0
        bytes.append(contentsOf: more)
    }

    /// The next whole reply; nil when more bytes are needed.
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

    /// Reads a reply's first line: an error is whole with it; after an `OK` the lines are still to come.
    private mutating func head(_ line: ArraySlice<UInt8>) throws(Malformed) -> Reply? {
        guard line.count <= Self.byteLimit else { throw Malformed() }
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        if words.count == 2, words[0] == "OK", let count = Int(words[1]), (0...Self.lineLimit).contains(count) {
            expected = count
            return nil
        }
        guard words.count == 3, words[0] == "ERR", !words[1].isEmpty else { throw Malformed() }
        // A daemon of a later version may know more kinds of error; its message still says which.
        return .error(Reply.Code(rawValue: words[1]) ?? .internal, words[2])
    }
}

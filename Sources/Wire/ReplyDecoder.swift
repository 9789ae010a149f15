/// Reads replies out of the bytes that a socket gives, in whatever pieces they come.
public struct ReplyDecoder: Sendable {
    /// The bytes are not those of a weatherd.
    public struct Malformed: Error, Hashable {
        public init() {}
    }

    /// No reply has more lines; a count beyond it comes from something else that listens there.
    private static let lineLimit = 100_000

    private var bytes: [UInt8] = []
    private var start = 0
    private var lines: [String] = []
    private var expected: Int?

    public init() {}

    public mutating func append(_ more: some Sequence<UInt8>) {
        bytes.removeFirst(start)
        start = 0
        bytes.append(contentsOf: more)
    }

    /// The next whole reply; nil when more bytes are needed.
    public mutating func next() throws(Malformed) -> Reply? {
        while true {
            if let expected, lines.count == expected {
                defer {
                    self.expected = nil
                    lines = []
                }
                return .ok(lines)
            }
            guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            let line = String(decoding: bytes[start..<end], as: UTF8.self)
            start = end + 1
            if expected != nil {
                lines.append(line)
                continue
            }
            let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            if words.count == 2, words[0] == "OK", let count = Int(words[1]), (0...Self.lineLimit).contains(count) {
                expected = count
            } else if words.count == 3, words[0] == "ERR", let code = Reply.Code(rawValue: String(words[1])) {
                return .error(code, String(words[2]))
            } else {
                throw Malformed()
            }
        }
    }
}

/// Splits a stream of bytes into messages, one per line, and skips lines that are too long.
struct MessageBuffer {
    enum Line: Equatable {
        /// Without its line end.
        case line([UInt8])
        case tooLong
    }

    private let limit: Int
    private var bytes: [UInt8] = []
    /// The first byte of the next line, and the first one that may be its end.
    private var start = 0
    private var searched = 0
    /// Whether the rest of a line that is too long has yet to come.
    private var isSkipping = false

    /// - Parameter limit: the longest line, bytes.
    init(limit: Int) {
        self.limit = limit
    }

    mutating func append(_ more: [UInt8]) {
        bytes.removeFirst(start)
        searched -= start
        start = 0
        bytes += more
    }

    /// The next complete line; nil when more bytes are needed.
    mutating func next() -> Line? {
        while true {
            guard let end = bytes[searched...].firstIndex(of: .newline) else {
                searched = bytes.count
                guard isSkipping || bytes.count - start > limit else { return nil }
                // Only the end of the line matters now.
                (bytes, start, searched) = ([], 0, 0)
                if isSkipping { return nil }
                isSkipping = true
                return .tooLong
            }
            let line = bytes[start..<end]
            (start, searched) = (end + 1, end + 1)
            if isSkipping {
                isSkipping = false
                continue
            }
            return line.count > limit ? .tooLong : .line(Array(line))
        }
    }

    /// The last line, at the end of the input, if it has no line end.
    mutating func rest() -> Line? {
        let line = Array(bytes[start...])
        (bytes, start, searched) = ([], 0, 0)
        return isSkipping || line.isEmpty ? nil : .line(line)
    }
}

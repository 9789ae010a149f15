/// A position in a document of valid UTF-8.
struct Cursor {
    private let bytes: [UInt8]
    private(set) var index = 0
    /// From 1.
    private(set) var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// The next byte; nil at the end. Bytes of non-ASCII characters are above U+007F.
    var next: Unicode.Scalar? { peek(0) }

    var isAtLineBreak: Bool { next == "\n" || (next == "\r" && peek(1) == "\n") }

    func peek(_ distance: Int) -> Unicode.Scalar? {
        index + distance < bytes.count ? Unicode.Scalar(bytes[index + distance]) : nil
    }

    /// Skips bytes within a line.
    mutating func advance(_ count: Int = 1) {
        index = min(index + count, bytes.count)
    }

    /// Skips the next byte if it is this one.
    ///
    /// - Returns: whether the byte was skipped.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        advance()
        return true
    }

    /// Skips bytes within a line that satisfy a condition.
    mutating func take(while condition: (Unicode.Scalar) -> Bool) -> ArraySlice<UInt8> {
        let start = index
        while let scalar = next, condition(scalar) { advance() }
        return bytes[start..<index]
    }

    /// The bytes since an earlier position.
    func text(from start: Int) -> ArraySlice<UInt8> { bytes[start..<index] }

    /// - Returns: whether a line break was skipped.
    mutating func takeLineBreak() -> Bool {
        guard isAtLineBreak else { return false }
        advance(next == "\r" ? 2 : 1)
        line += 1
        return true
    }

    mutating func skipBlanks() {
        while let scalar = next, scalar == " " || scalar == "\t" { advance() }
    }

    /// Skips spaces, tabs and a comment.
    mutating func skipComment() throws(TOMLError) {
        skipBlanks()
        guard take("#") else { return }
        while let scalar = next, !isAtLineBreak {
            guard !scalar.isForbidden else { throw error(.controlCharacter(UInt8(scalar.value))) }
            advance()
        }
    }

    /// Skips spaces, tabs, line breaks and comments.
    mutating func skipLines() throws(TOMLError) {
        repeat { try skipComment() } while takeLineBreak()
    }

    func error(_ reason: TOMLError.Reason) -> TOMLError { TOMLError(reason, line: line) }

    /// The error at this position when `expected` is missing.
    func expected(_ syntax: TOMLError.Syntax) -> TOMLError {
        if let next, next.isForbidden, !isAtLineBreak { return error(.controlCharacter(UInt8(next.value))) }
        return error(.expected(syntax))
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character other than a tab.
    var isForbidden: Bool { (self < " " && self != "\t") || self == "\u{7F}" }

    var isDigit: Bool { ("0"..."9").contains(self) }

    /// Whether it is allowed in a bare key.
    var isBare: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }
}

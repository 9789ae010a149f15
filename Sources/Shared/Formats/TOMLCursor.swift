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

extension Cursor {
    /// The string that starts at the next byte, a quotation mark or an apostrophe.
    mutating func string() throws(TOMLError) -> String {
        guard let quote = next else { throw expected(.value) }
        return peek(1) == quote && peek(2) == quote ? try linesString(quote) : try lineString()
    }

    /// A single-line string; all strings in keys are.
    mutating func lineString() throws(TOMLError) -> String {
        guard let quote = next else { throw expected(.key) }
        advance()
        var text: [UInt8] = []
        while let scalar = next, !isAtLineBreak {
            if scalar == quote {
                advance()
                return String(decoding: text, as: UTF8.self)
            } else if scalar == "\\", quote == "\"" {
                try takeEscape(to: &text)
            } else {
                try takeByte(scalar, to: &text)
            }
        }
        throw error(.unterminatedString)
    }

    /// A multi-line string. Line breaks become line feeds.
    private mutating func linesString(_ quote: Unicode.Scalar) throws(TOMLError) -> String {
        let start = line
        advance(3)
        _ = takeLineBreak()
        var text: [UInt8] = []
        while let scalar = next {
            if scalar == quote {
                // Up to two quotes may precede the three closing quotes.
                let quotes = takeQuotes(quote)
                text.append(contentsOf: quotes.prefix(quotes.count < 3 ? 2 : quotes.count - 3))
                if quotes.count >= 3 { return String(decoding: text, as: UTF8.self) }
            } else if takeLineBreak() {
                text.append(UInt8(ascii: "\n"))
            } else if scalar == "\\", quote == "\"" {
                if !takeLineContinuation() { try takeEscape(to: &text) }
            } else {
                try takeByte(scalar, to: &text)
            }
        }
        throw TOMLError(.unterminatedString, line: start)
    }

    private mutating func takeQuotes(_ quote: Unicode.Scalar) -> ArraySlice<UInt8> {
        let start = index
        while index - start < 5, take(quote) {}
        return text(from: start)
    }

    private mutating func takeByte(_ scalar: Unicode.Scalar, to text: inout [UInt8]) throws(TOMLError) {
        guard !scalar.isForbidden else { throw error(.controlCharacter(UInt8(scalar.value))) }
        text.append(UInt8(scalar.value))
        advance()
    }

    /// Skips a backslash at the end of a line, and the spaces and line breaks after it.
    private mutating func takeLineContinuation() -> Bool {
        var ahead = self
        ahead.advance()
        ahead.skipBlanks()
        guard ahead.takeLineBreak() else { return false }
        repeat { ahead.skipBlanks() } while ahead.takeLineBreak()
        self = ahead
        return true
    }

    private mutating func takeEscape(to text: inout [UInt8]) throws(TOMLError) {
        advance()
        guard let letter = next else { throw error(.unterminatedString) }
        advance()
        switch letter {
        case "\"", "\\": text.append(UInt8(letter.value))
        case "b": text.append(0x08)
        case "t": text.append(0x09)
        case "n": text.append(0x0A)
        case "f": text.append(0x0C)
        case "r": text.append(0x0D)
        case "u": text.append(contentsOf: try codePoint(digits: 4).utf8)
        case "U": text.append(contentsOf: try codePoint(digits: 8).utf8)
        default: throw error(.invalidEscape)
        }
    }

    private mutating func codePoint(digits: Int) throws(TOMLError) -> String {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = next.flatMap({ Character($0).hexDigitValue }) else { throw error(.invalidEscape) }
            value = value << 4 | UInt32(digit)
            advance()
        }
        guard let scalar = Unicode.Scalar(value) else { throw error(.invalidCodePoint) }
        return String(Character(scalar))
    }
}

extension Cursor {
    /// A boolean, a number, a date or a time: all values without quotes and brackets.
    mutating func bareValue() throws(TOMLError) -> TOMLValue {
        let start = index
        let word = takeWord()
        guard let first = word.first.map({ Unicode.Scalar($0) }) else { throw expected(.value) }
        if word.elementsEqual("true".utf8) { return .boolean(true) }
        if word.elementsEqual("false".utf8) { return .boolean(false) }
        if DateScanner.isDateTime(word) {
            // A space may separate a date and a time.
            if word.count == DateScanner.dateLength, next == " ", peek(1)?.isDigit == true {
                advance()
                _ = takeWord()
            }
            let written = text(from: start)
            guard let value = DateScanner.value(of: written) else { throw error(.invalidDateTime) }
            return value
        }
        do throws(TOMLError.Reason) {
            return try NumberScanner.value(of: word)
        } catch {
            let isNumber = first.isDigit || "+-.".unicodeScalars.contains(first)
            throw self.error(isNumber ? error : .unquotedText)
        }
    }

    private mutating func takeWord() -> ArraySlice<UInt8> {
        take { $0.isBare || $0 == "+" || $0 == "." || $0 == ":" }
    }
}

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

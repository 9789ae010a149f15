/// The escape sequences of JSON strings (RFC 8259, section 7).
enum JSONEscape {
    /// The character of an escape sequence and the sequence's length in bytes; nil when it is invalid.
    ///
    /// - Parameter index: the index of the backslash.
    static func scalar(in bytes: [UInt8], at index: Int) -> (Unicode.Scalar, length: Int)? {
        guard index + 1 < bytes.count else { return nil }
        let letter = bytes[index + 1]
        if letter != UInt8(ascii: "u") { return short(letter).map { ($0, 2) } }
        guard let value = hexadecimal(bytes, from: index + 2) else { return nil }
        guard (0xD800..<0xDC00).contains(value) else { return Unicode.Scalar(value).map { ($0, 6) } }
        // A character beyond U+FFFF is a surrogate pair.
        guard index + 7 < bytes.count, bytes[index + 6] == UInt8(ascii: "\\"), bytes[index + 7] == UInt8(ascii: "u"),
            let low = hexadecimal(bytes, from: index + 8), (0xDC00..<0xE000).contains(low)
        else { return nil }
        return Unicode.Scalar(0x10000 + ((value - 0xD800) << 10 | (low - 0xDC00))).map { ($0, 12) }
    }

    private static func short(_ letter: UInt8) -> Unicode.Scalar? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(letter)
        case UInt8(ascii: "b"): "\u{8}"
        case UInt8(ascii: "f"): "\u{C}"
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "t"): "\t"
        default: nil
        }
    }

    private static func hexadecimal(_ bytes: [UInt8], from start: Int) -> UInt32? {
        guard start + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[start..<(start + 4)] {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
            default: return nil
            }
        }
        return value
    }

    /// The string without its escape sequences.
    static func unescaped(_ bytes: [UInt8], _ range: Range<Int>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            if bytes[index] == UInt8(ascii: "\\"), let (scalar, length) = scalar(in: bytes, at: index) {
                result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                index += length
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Appends a quoted and escaped string.
    static func append(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): output.append(contentsOf: #"\""#.utf8)
            case UInt8(ascii: "\\"): output.append(contentsOf: #"\\"#.utf8)
            case 0x08: output.append(contentsOf: #"\b"#.utf8)
            case 0x09: output.append(contentsOf: #"\t"#.utf8)
            case 0x0A: output.append(contentsOf: #"\n"#.utf8)
            case 0x0C: output.append(contentsOf: #"\f"#.utf8)
            case 0x0D: output.append(contentsOf: #"\r"#.utf8)
            case 0x00..<0x20:
                output.append(contentsOf: (byte < 0x10 ? #"\u000"# : #"\u001"#).utf8)
                output.append(contentsOf: String(byte & 0x0F, radix: 16).utf8)
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}

/// The escape sequences of JSON strings (RFC 8259, section 7).
enum JSONEscape {
    /// The character of an escape sequence and the sequence's length in bytes; nil when it is invalid.
    ///
    /// - Parameter index: the index of the backslash.
    static func scalar(in bytes: [UInt8], at index: Int) -> (Unicode.Scalar, length: Int)? {
        guard index + 1 < bytes.count else { return nil }
        let letter = bytes[index + 1]
        if letter != UInt8(ascii: "u") { return short(letter).map { ($0, 2) } }
        guard let (value, length) = CodePointEscape.value(at: bytes[index...]) else { return nil }
        return Unicode.Scalar(value).map { ($0, length) }
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
}

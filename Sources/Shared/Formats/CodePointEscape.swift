/// The escape sequence `\u00e9` of JSON and TOML. JSON writes a character beyond U+FFFF as a surrogate pair.
package enum CodePointEscape {
    /// The code point of the escape sequence that a text begins with, and the length in bytes. A lone surrogate is returned as it is;
    /// nil without the sequence and for invalid digits.
    package static func value(at text: ArraySlice<UInt8>) -> (value: UInt32, length: Int)? {
        guard let value = unit(at: text) else { return nil }
        guard (0xD800..<0xDC00).contains(value), let low = unit(at: text.dropFirst(6)), (0xDC00..<0xE000).contains(low)
        else { return (value, 6) }
        return (0x10000 + ((value - 0xD800) << 10 | (low - 0xDC00)), 12)
    }

    private static func unit(at text: ArraySlice<UInt8>) -> UInt32? {
        text.starts(with: #"\u"#.utf8) ? hexadecimal(text.dropFirst(2), digits: 4) : nil
    }

    /// The number that a text begins with; nil if it has fewer digits.
    ///
    /// - Parameter digits: at most 8.
    package static func hexadecimal(_ text: ArraySlice<UInt8>, digits: Int) -> UInt32? {
        guard digits <= text.count else { return nil }
        var value: UInt32 = 0
        for byte in text.prefix(digits) {
            guard let digit = digit(byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension String {
    /// Escaped for a JSON string (RFC 8259, section 7), without the quotation marks. Also escapes control characters that
    /// JSON allows and direction marks, since the JSON may be printed on a terminal.
    package var escapedForJSON: String { escaped([("\"", "\\\""), ("\\", "\\\\")], controls: .escapedForJSON) }

    /// A JSON string.
    package var quotedForJSON: String {
        // Most strings need no escaping.
        let isPlain = utf8.allSatisfy {
            (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        return "\"" + (isPlain ? self : escapedForJSON) + "\""
    }

    /// Escaped for the content of an XML element: Pango markup, the body of a desktop notification.
    package var escapedForXML: String { escaped([("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")]) }

    /// Without control characters and direction marks.
    package var withoutControls: String { escaped([], controls: .removed) }

    /// Replaces control characters and direction marks by U+FFFD, so that an attempt is visible: for one line of a terminal or
    /// log.
    package var withControlsReplaced: String { escaped([], controls: .replaced) }

    /// How control characters and direction marks are handled.
    package enum Controls {
        case kept, removed, replaced, escapedForJSON
    }

    /// Works on bytes: a sign and a combining accent after it form one `Character`. Replacements are a table, since the
    /// client would contain a copy of this code for each closure.
    ///
    /// - Parameters:
    ///   - replacements: ASCII characters and their escapes.
    ///   - predecessor: the character after which they are replaced; nil for anywhere. It may also precede the text.
    @inline(never)
    package func escaped(
        _ replacements: [(Unicode.Scalar, String)], after predecessor: Unicode.Scalar? = nil, controls: Controls = .kept
    ) -> String {
        let bytes = Array(utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var previous = predecessor?.value
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if controls != .kept, let (scalar, length) = bytes[index...].leadingControl {
                if controls == .escapedForJSON { scalar.appendJSON(to: &result) }
                if controls == .replaced { result += "\u{FFFD}".utf8 }
                index += length
                continue
            }
            let isReplaced = predecessor == nil || previous == predecessor?.value
            if isReplaced, let other = replacements.first(where: { $0.0.value == byte })?.1 {
                result += other.utf8
            } else {
                result.append(byte)
            }
            previous = UInt32(byte)
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension Unicode.Scalar {
    /// Appends `\n`, `\r`, `\t` or `\u202e`.
    fileprivate func appendJSON(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch self {
        case "\n": bytes.append(UInt8(ascii: "n"))
        case "\r": bytes.append(UInt8(ascii: "r"))
        case "\t": bytes.append(UInt8(ascii: "t"))
        default:
            bytes.append(UInt8(ascii: "u"))
            var shift: UInt32 = 16
            while shift > 0 {
                shift -= 4
                let digit = UInt8(value >> shift & 0xF)
                bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }
}

// Characters that terminals and text layout obey instead of showing them.
extension Unicode.Scalar {
    /// Whether it is a control character (Unicode's category Cc).
    package var isControl: Bool { value < 0x20 || 0x7F <= value && value < 0xA0 }

    /// Whether it is a control character, a line or paragraph separator, or a direction mark (Unicode's Bidi_Control), which
    /// would reorder the rest of the line.
    package var isControlOrDirectionMark: Bool {
        switch value {
        case ..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension ArraySlice<UInt8> {
    /// The control character or direction mark that UTF-8 text begins with, and its length in bytes; nil for anything else.
    package var leadingControl: (scalar: Unicode.Scalar, length: Int)? {
        guard let first, first.canBeginControl else { return nil }
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : 3
        guard length <= count else { return nil }
        var value = UInt32(first) & (length == 1 ? 0x7F : length == 2 ? 0x1F : 0x0F)
        for index in (startIndex + 1)..<(startIndex + length) { value = value << 6 | UInt32(self[index] & 0x3F) }
        guard let scalar = Unicode.Scalar(value), scalar.isControlOrDirectionMark else { return nil }
        return (scalar, length)
    }
}

extension UInt8 {
    /// A fast path for `leadingControl`: false for nearly all bytes.
    package var canBeginControl: Bool {
        self < 0x20 || self == 0x7F || self == 0xC2 || self == 0xD8 || self == 0xE2
    }
}

/// The escape sequence `\u00e9` of JSON and TOML. JSON writes a character beyond U+FFFF as a surrogate pair.
package enum CodePointEscape {
    /// The code point of the escape sequence that a text begins with, and the length in bytes. A lone surrogate is returned as
    /// it is. nil without the sequence, and for invalid digits.
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

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

    /// What becomes of control characters and direction marks.
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

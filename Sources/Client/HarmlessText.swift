import Wire

// What answers at the socket need not be a weatherd, and a terminal obeys what it is sent.
extension Reply {
    /// The same without characters that steer a terminal.
    var harmless: Reply {
        switch self {
        case .ok(let lines): .ok(lines.map { $0.harmless })
        case .error(let code, let message): .error(code, message.harmless)
        }
    }
}

extension String {
    /// The text with U+FFFD for each control character and each that changes the direction of writing. The sequences that
    /// views are made with stay: colours (SGR), and a column of the same line (ECH and CHA of ECMA-48).
    var harmless: String {
        var result: [UInt8] = []
        var rest = Array(utf8)[...]
        var isHarmless = true
        while let byte = rest.first {
            let steering = rest.lengthOfSequence > 0 ? 0 : rest.lengthOfSteering
            if steering > 0 {
                result += "\u{FFFD}".utf8
                isHarmless = false
            } else {
                result.append(byte)
            }
            rest = rest.dropFirst(max(1, steering))
        }
        return isHarmless ? self : String(decoding: result, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    /// How long the sequence is that begins here; 0 for one that is not let through.
    fileprivate var lengthOfSequence: Int {
        guard first == 0x1B, dropFirst().first == UInt8(ascii: "[") else { return 0 }
        let parameters = dropFirst(2).prefix(64).prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }
        guard parameters.endIndex < endIndex, "mXG".utf8.contains(self[parameters.endIndex]) else { return 0 }
        return 2 + parameters.count + 1
    }

    /// The bytes of the character here if it is a control character, or steers how the text around it is written: which way,
    /// or on which line; else 0.
    fileprivate var lengthOfSteering: Int {
        func byte(_ offset: Int) -> UInt8 { offset < count ? self[startIndex + offset] : 0 }
        switch (byte(0), byte(1), byte(2)) {
        case (0..<0x20, _, _), (0x7F, _, _): return 1
        // U+0080 to U+009F, U+061C.
        case (0xC2, 0x80..<0xA0, _), (0xD8, 0x9C, _): return 2
        // U+200E and U+200F, U+2028 to U+202E, U+2066 to U+2069.
        case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xA8...0xAE), (0xE2, 0x81, 0xA6...0xA9): return 3
        default: return 0
        }
    }
}

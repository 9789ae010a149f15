import Wire

// The peer need not be a weatherd, and terminals interpret control sequences.
extension Reply {
    /// The reply without control characters.
    var harmless: Reply {
        switch self {
        case .ok(let lines): .ok(lines.map { $0.harmless })
        case .error(let code, let message): .error(code, message.harmless)
        }
    }
}

extension String {
    /// Replaces control characters and direction marks by U+FFFD. Keeps the sequences that views contain: colours (SGR)
    /// and columns in the same line (ECH and CHA of ECMA-48).
    var harmless: String {
        let bytes = Array(utf8)
        var result: [UInt8] = []
        /// The bytes before it are in the result; those from it up to the index are harmless.
        var copied = 0
        var index = 0
        while index < bytes.count {
            guard bytes[index].canBeginSteering else {
                index += 1
                continue
            }
            let rest = bytes[index...]
            let sequence = rest.lengthOfSequence
            let steering = sequence > 0 ? 0 : rest.lengthOfSteering
            if steering > 0 {
                result += bytes[copied..<index]
                result += "\u{FFFD}".utf8
                copied = index + steering
            }
            // At most one of the two is nonzero.
            index += sequence + steering > 0 ? sequence + steering : 1
        }
        guard copied > 0 else { return self }
        result += bytes[copied...]
        return String(decoding: result, as: UTF8.self)
    }
}

extension UInt8 {
    /// A fast path: false for nearly all bytes.
    fileprivate var canBeginSteering: Bool {
        self < 0x20 || self == 0x7F || self == 0xC2 || self == 0xD8 || self == 0xE2
    }
}

extension ArraySlice<UInt8> {
    /// The length of an allowed sequence here; 0 for none.
    fileprivate var lengthOfSequence: Int {
        guard first == 0x1B, dropFirst().first == UInt8(ascii: "[") else { return 0 }
        let parameters = dropFirst(2).prefix(64).prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }
        guard parameters.endIndex < endIndex, "mXG".utf8.contains(self[parameters.endIndex]) else { return 0 }
        return 2 + parameters.count + 1
    }

    /// The length of a control character or direction mark here; 0 for none.
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

import ClientProtocol
import Formats

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
    /// Replaces control characters and direction marks by U+FFFD, so that an attempt is seen. Unlike plain text, it is a
    /// finished view: it keeps spaces, and the sequences that views contain, colours (SGR) and columns in the same line
    /// (ECH and CHA of ECMA-48).
    var harmless: String {
        let bytes = Array(utf8)
        var result: [UInt8] = []
        /// The bytes before it are in the result; those from it up to the index are harmless.
        var copied = 0
        var index = 0
        while index < bytes.count {
            guard bytes[index].canBeginControl else {
                index += 1
                continue
            }
            let rest = bytes[index...]
            let sequence = rest.lengthOfSequence
            let control = sequence > 0 ? 0 : rest.leadingControl?.length ?? 0
            if control > 0 {
                result += bytes[copied..<index]
                result += "\u{FFFD}".utf8
                copied = index + control
            }
            // At most one of the two is nonzero.
            index += sequence + control > 0 ? sequence + control : 1
        }
        guard copied > 0 else { return self }
        result += bytes[copied...]
        return String(decoding: result, as: UTF8.self)
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
}

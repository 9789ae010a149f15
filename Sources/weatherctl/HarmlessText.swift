import Wire

// What answers at the socket need not be a weatherd, and a terminal obeys what it is sent.
extension Reply {
    /// The same without characters that steer a terminal.
    var harmless: Reply {
        switch self {
        case .ok(let lines): .ok(lines.map(\.harmless))
        case .error(let code, let message): .error(code, message.harmless)
        }
    }
}

extension String {
    /// The text with U+FFFD for each control character and each that changes the direction of writing. The sequences that
    /// views are made with stay: colours (SGR), and a column of the same line (ECH and CHA of ECMA-48).
    var harmless: String {
        guard unicodeScalars.contains(where: \.isSteering) else { return self }
        var result = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let scalar = rest.first {
            let length = scalar == "\u{1B}" ? rest.lengthOfSequence : 0
            if length > 0 {
                result.append(contentsOf: rest.prefix(length))
                rest = rest.dropFirst(length)
            } else {
                result.append(scalar.isSteering ? "\u{FFFD}" : scalar)
                rest.removeFirst()
            }
        }
        return String(result)
    }
}

extension Substring.UnicodeScalarView {
    /// How long the sequence is that begins here; 0 for one that is not let through.
    fileprivate var lengthOfSequence: Int {
        let parameters = dropFirst(2).prefix(64).prefix { ("0"..."9").contains($0) || $0 == ";" }
        guard dropFirst().first == "[", parameters.endIndex < endIndex,
            "mXG".unicodeScalars.contains(self[parameters.endIndex])
        else { return 0 }
        return 2 + parameters.count + 1
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character, or steers how the text around it is written: which way, or on which line.
    fileprivate var isSteering: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x061C, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

/// Checks PEM (RFC 7468). Whether a certificate is an authority's is left to the TLS library.
enum PEMCertificates {
    private static let begin = Array("-----BEGIN CERTIFICATE-----".utf8)
    private static let end = Array("-----END CERTIFICATE-----".utf8)

    /// Whether the text has at least one certificate, and none is truncated.
    static func areWhole(in text: [UInt8]) -> Bool {
        var count = 0
        var body: [UInt8]?
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let line = line.trimmed
            if line.elementsEqual(begin) {
                guard body == nil else { return false }
                body = []
            } else if line.elementsEqual(end) {
                guard let whole = body, isSequence(decoded(whole)) else { return false }
                (body, count) = (nil, count + 1)
            } else if body != nil {
                body?.append(contentsOf: line)
            }
        }
        return count > 0 && body == nil
    }

    /// Whether the bytes are exactly one ASN.1 sequence, as a certificate is (X.690, 8.1).
    private static func isSequence(_ bytes: [UInt8]?) -> Bool {
        guard let bytes, bytes.count >= 2, bytes[0] == 0x30 else { return false }
        guard bytes[1] >= 0x80 else { return bytes.count == 2 + Int(bytes[1]) && bytes[1] > 0 }
        let digits = Int(bytes[1] & 0x7F)
        guard (1...4).contains(digits), bytes.count > 2 + digits else { return false }
        return bytes[2..<2 + digits].reduce(0) { $0 << 8 | Int($1) } == bytes.count - 2 - digits
    }

    /// - Returns: nil when the text is not Base64 (RFC 4648, 4).
    private static func decoded(_ text: [UInt8]) -> [UInt8]? {
        let digits = text.prefix { $0 != UInt8(ascii: "=") }
        guard text.count.isMultiple(of: 4), text.count - digits.count <= 2,
            text[digits.count...].allSatisfy({ $0 == UInt8(ascii: "=") })
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        for (index, character) in digits.enumerated() {
            guard let digit = alphabet[Int(character)] else { return nil }
            bits = bits << 6 | UInt32(digit)
            if index % 4 > 0 { bytes.append(UInt8(truncatingIfNeeded: bits >> (6 - index % 4 * 2))) }
        }
        return bytes
    }

    /// The value of each Base64 digit.
    private static let alphabet: [UInt8?] = {
        var alphabet = [UInt8?](repeating: nil, count: 256)
        let characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, character) in characters.utf8.enumerated() { alphabet[Int(character)] = UInt8(value) }
        return alphabet
    }()
}

extension ArraySlice<UInt8> {
    /// Without spaces and tabs at either end.
    fileprivate var trimmed: ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return []
        }
        return self[first...last]
    }
}

/// Tokenizes JSON text that is valid UTF-8.
struct JSONScanner {
    typealias Failure = JSONDocument.Failure

    private let bytes: [UInt8]
    private var index = 0
    private(set) var tokens: [JSONToken] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Scans the whole text.
    mutating func scanDocument() throws(Failure) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        try scanValue(level: 0)
        skipBlanks()
        guard index == bytes.count else { throw damage }
    }

    private var damage: Failure { .malformed(offset: index) }
    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    /// Consumes the next byte if it is this one.
    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: scalar) else { return false }
        index += 1
        return true
    }

    // MARK: - Values

    private mutating func scanValue(level: Int) throws(Failure) {
        skipBlanks()
        switch next {
        case UInt8(ascii: "\""): try scanText()
        case UInt8(ascii: "{"): try scanObject(level: level)
        case UInt8(ascii: "["): try scanArray(level: level)
        case UInt8(ascii: "t"): try scanWord("true", .true)
        case UInt8(ascii: "f"): try scanWord("false", .false)
        case UInt8(ascii: "n"): try scanWord("null", .null)
        default: try scanNumber()
        }
    }

    private mutating func append(_ kind: JSONToken.Kind, from offset: Int, count: Int = 0) {
        tokens.append(
            JSONToken(kind: kind, offset: Int32(offset), count: Int32(count), end: Int32(tokens.count + 1)))
    }

    private mutating func scanWord(_ word: StaticString, _ kind: JSONToken.Kind) throws(Failure) {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count, word.withUTF8Buffer({ bytes[index..<end].elementsEqual($0) }) else { throw damage }
        append(kind, from: index)
        index = end
    }

    private mutating func scanArray(level: Int) throws(Failure) {
        try scanContainer(.array, level: level, end: "]") { (scanner) throws(Failure) in
            try scanner.scanValue(level: level + 1)
        }
    }

    private mutating func scanObject(level: Int) throws(Failure) {
        try scanContainer(.object, level: level, end: "}") { (scanner) throws(Failure) in
            scanner.skipBlanks()
            try scanner.scanText()
            scanner.skipBlanks()
            guard scanner.take(":") else { throw scanner.damage }
            try scanner.scanValue(level: level + 1)
        }
    }

    /// - Parameter scanItem: scans an element or a member.
    private mutating func scanContainer(
        _ kind: JSONToken.Kind, level: Int, end: Unicode.Scalar,
        scanItem: (inout JSONScanner) throws(Failure) -> Void
    ) throws(Failure) {
        guard level < JSONDocument.mostLevels else { throw .tooDeep }
        let position = tokens.count
        append(kind, from: index)
        index += 1
        skipBlanks()
        var count: Int32 = 0
        if !take(end) {
            repeat {
                try scanItem(&self)
                count += 1
                skipBlanks()
            } while take(",")
            guard take(end) else { throw damage }
        }
        tokens[position].count = count
        tokens[position].end = Int32(tokens.count)
    }

    // MARK: - Strings

    private mutating func scanText() throws(Failure) {
        guard take("\"") else { throw damage }
        let start = index
        var kind = JSONToken.Kind.plainText
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                append(kind, from: start, count: index - start)
                index += 1
                return
            case UInt8(ascii: "\\"):
                kind = .escapedText
                guard let (_, length) = JSONEscape.scalar(in: bytes, at: index) else { throw damage }
                index += length
            case 0x00..<0x20: throw damage
            default: index += 1
            }
        }
        throw damage
    }

    // MARK: - Numbers

    /// Exactly as RFC 8259, section 6, since the files are weatherd's own. Only checks the number: the type to decode decides
    /// how to parse it.
    private mutating func scanNumber() throws(Failure) {
        let start = index
        _ = take("-")
        if !take("0") { try passDigits() }
        if take(".") { try passDigits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try passDigits()
        }
        append(.number, from: start, count: index - start)
    }

    private mutating func passDigits() throws(Failure) {
        let start = index
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        guard index > start else { throw damage }
    }
}

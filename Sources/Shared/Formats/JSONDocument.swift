/// A strict JSON (RFC 8259) document, for types that are `Decodable`.
///
/// Parsing takes time and memory proportional to the length of the text. Of duplicate keys, the first one counts.
public struct JSONDocument: Sendable {
    /// Why parsing failed.
    public enum Failure: Error, Sendable, Hashable {
        /// Not JSON; `offset` is the byte position of the error.
        case malformed(offset: Int)
        /// Arrays and objects are nested deeper than `mostLevels`.
        case tooDeep
        /// Longer than `longest`.
        case tooLong
    }

    /// The maximum nesting depth of arrays and objects.
    public static let mostLevels = 64
    /// The maximum length of the text, in bytes.
    public static let longest = Int(Int32.max)

    let bytes: [UInt8]
    /// Maximum number of elements of an array, or members of an object, that is decoded as a whole.
    let mostElements: Int
    /// All values and keys in document order. An array is followed by its elements, an object by its members: a key, then the
    /// value.
    let tokens: [JSONToken]

    /// - Parameters:
    ///   - bytes: UTF-8, with or without a byte order mark.
    ///   - mostElements: longer arrays and objects fail to decode. Only a type that decodes an array element by element,
    ///     from a nested container, can read the beginning of one.
    public init(_ bytes: [UInt8], mostElements: Int = .max) throws(Failure) {
        guard bytes.count <= Self.longest else { throw .tooLong }
        if let offset = bytes.firstInvalidUTF8 { throw .malformed(offset: offset) }
        var scanner = JSONScanner(bytes)
        try scanner.scanDocument()
        self.bytes = bytes
        self.mostElements = mostElements
        tokens = scanner.tokens
    }

    /// Decodes the root value.
    ///
    /// - Throws: `DecodingError`, or any error that the type's initializer throws.
    public func decode<T: Decodable>(
        _ type: T.Type, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
        try JSONValueDecoder(document: self, index: 0, userInfo: userInfo).decode(type)
    }

    /// Encodes a value with sorted keys, no white space and unescaped slashes, so that equal values produce
    /// equal text.
    ///
    /// - Throws: `EncodingError` for a number that is not finite, or any error that the value's `encode(to:)` throws.
    public static func bytes(of value: some Encodable) throws -> [UInt8] {
        let node = JSONNode()
        try JSONValueEncoder(node: node, parentPath: [], key: nil).encode(value)
        var bytes: [UInt8] = []
        node.write(to: &bytes)
        return bytes
    }
}

/// A value or a key, and its position in the text.
struct JSONToken: Sendable {
    enum Kind: Sendable {
        case null, `true`, `false`, number
        /// A string without escapes.
        case plainText
        case escapedText
        case array, object
    }

    let kind: Kind
    /// The first byte; for a string, the byte after the quotation mark.
    let offset: Int32
    /// The bytes of a number, or of a string without its quotation marks; the elements of an array; the members of an object.
    var count: Int32 = 0
    /// The index of the token after this value and its contents.
    var end: Int32 = 0
}

extension [UInt8] {
    /// The offset of the first invalid UTF-8 byte; nil when the text is valid.
    fileprivate var firstInvalidUTF8: Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }
}

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

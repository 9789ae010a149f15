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

/// Decodes the elements of an array in order.
struct JSONUnkeyedDecoder: UnkeyedDecodingContainer {
    private let decoder: JSONValueDecoder
    /// The index of the next element's token.
    private var index: Int
    private(set) var currentIndex = 0

    init(_ decoder: JSONValueDecoder) throws {
        guard decoder.token.kind == .array else { throw decoder.mismatch([Any].self) }
        self.decoder = decoder
        index = decoder.index + 1
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { Int(decoder.token.count) }
    var isAtEnd: Bool { index >= decoder.token.end }

    /// The index advances only after an element was decoded.
    private mutating func next<T>(_ type: T.Type, _ decode: (JSONValueDecoder) throws -> T) throws -> T {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, .init(codingPath: codingPath, debugDescription: "the array has only \(currentIndex) elements"))
        }
        let value = try decode(decoder.decoder(at: index))
        index = Int(decoder.document.tokens[index].end)
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        if !isAtEnd, !decoder.decoder(at: index).decodeNil() { return false }
        return try next(Void?.self) { _ in nil } == nil
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try next(type) { try $0.decode(type) }
    }

    mutating func decode<T: Decodable & JSONScalar>(_ type: T.Type) throws -> T {
        try next(type) { try $0.decode(type) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next(KeyedDecodingContainer<NestedKey>.self) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next((any UnkeyedDecodingContainer).self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try next((any Decoder).self) { $0 }
    }
}

/// Decodes one value of a document.
struct JSONValueDecoder: Decoder, SingleValueDecodingContainer {
    let document: JSONDocument
    /// The index of the value's token.
    let index: Int
    let userInfo: [CodingUserInfoKey: Any]

    var token: JSONToken { document.tokens[index] }
    var codingPath: [any CodingKey] { document.path(to: index) }

    /// The decoder of another value.
    func decoder(at index: Int) -> JSONValueDecoder {
        JSONValueDecoder(document: document, index: index, userInfo: userInfo)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try checkCount()
        return KeyedDecodingContainer(try JSONKeyedDecoder(self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try checkCount()
        return try JSONUnkeyedDecoder(self)
    }

    private func checkCount() throws {
        if token.count > document.mostElements, token.kind == .array || token.kind == .object {
            throw corruption("more than \(document.mostElements) elements")
        }
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        self
    }

    func decodeNil() -> Bool {
        token.kind == .null
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        guard let scalar = JSONScalars.scalar(type), let value = try scalar.decode(from: self) as? T else {
            return try T(from: self)
        }
        return value
    }

    /// Decodes a scalar without checking its type at run time.
    func decode<T: Decodable & JSONScalar>(_ type: T.Type) throws -> T {
        try T.decode(from: self)
    }

    /// The error for a value of the wrong type.
    func mismatch(_ type: any Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "the value is \(token.kind)")
        return token.kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// The error for a value that the type cannot represent.
    func corruption(_ description: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: description))
    }
}

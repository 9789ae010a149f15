/// Decodes the members of an object.
struct JSONKeyedDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let decoder: JSONValueDecoder
    /// The index of each value, by key.
    private let members: [String: Int]

    init(_ decoder: JSONValueDecoder) throws {
        guard decoder.token.kind == .object else { throw decoder.mismatch([String: Any].self) }
        let document = decoder.document
        var members: [String: Int] = [:]
        members.reserveCapacity(Int(decoder.token.count))
        var index = decoder.index + 1
        while index < decoder.token.end {
            if let name = document.text(at: index), members[name] == nil { members[name] = index + 1 }
            index = Int(document.tokens[index + 1].end)
        }
        (self.decoder, self.members) = (decoder, members)
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool {
        members[key.stringValue] != nil
    }

    private func value(_ key: some CodingKey) throws -> JSONValueDecoder {
        guard let index = members[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "no value for key \(key.stringValue)"))
        }
        return decoder.decoder(at: index)
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try value(key).decodeNil()
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try value(key).decode(type)
    }

    func decode<T: Decodable & JSONScalar>(_ type: T.Type, forKey key: Key) throws -> T {
        try value(key).decode(type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try value(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try JSONUnkeyedDecoder(value(key))
    }

    func superDecoder() throws -> any Decoder {
        try value(JSONKey.super)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try value(key)
    }
}

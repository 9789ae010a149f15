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

/// The key of a member, or the index of an element.
enum JSONKey: CodingKey {
    case name(String)
    case number(Int)

    init(stringValue: String) { self = .name(stringValue) }
    init(intValue: Int) { self = .number(intValue) }

    var stringValue: String {
        switch self {
        case .name(let name): name
        case .number(let number): "\(number)"
        }
    }

    var intValue: Int? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The key under which classes encode their superclass.
    static var `super`: JSONKey { .name("super") }
}

extension JSONDocument {
    /// The coding path of the value at an index.
    func path(to index: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var position = 0
        while position != index {
            // In an object, the value after each key.
            let isObject = tokens[position].kind == .object
            var child = position + (isObject ? 2 : 1)
            var number = 0
            while tokens[child].end <= index {
                child = Int(tokens[child].end) + (isObject ? 1 : 0)
                number += 1
            }
            path.append(isObject ? JSONKey.name(text(at: child - 1) ?? "") : JSONKey.number(number))
            position = child
        }
        return path
    }
}

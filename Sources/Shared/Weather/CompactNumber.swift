/// A property wrapper that stores an optional number in 4 bytes. It is encoded like the optional: as a number, or without
/// its key when nil.
public protocol CompactNumber: Codable {
    associatedtype Number: Codable

    init(wrappedValue: Number?)
    var wrappedValue: Number? { get }
}

extension CompactNumber {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(wrappedValue: container.decodeNil() ? nil : try container.decode(Number.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    func decode<Value: CompactNumber>(_ type: Value.Type, forKey key: Key) throws -> Value {
        Value(wrappedValue: try decodeIfPresent(Value.Number.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    mutating func encode<Value: CompactNumber>(_ value: Value, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}

/// Stores a duration in 4 bytes instead of 16 for an `Int?`, since each hour of a forecast has one.
///
/// A duration of more than 68 years becomes nil.
@propertyWrapper
public struct CompactSeconds: Sendable, Hashable {
    private var count: Int32

    private static let missing = Int32.min

    public init() {
        count = Self.missing
    }

    public init(wrappedValue: Int?) {
        count = wrappedValue.flatMap(Int32.init(exactly:)) ?? Self.missing
    }

    public var wrappedValue: Int? {
        get { count == Self.missing ? nil : Int(count) }
        set { self = CompactSeconds(wrappedValue: newValue) }
    }
}

/// Encoded as a number.
extension CompactSeconds: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(wrappedValue: container.decodeNil() ? nil : try container.decode(Int.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

// Encodes the wrapper like an `Int?`: a missing key is nil.
extension KeyedDecodingContainer {
    func decode(_ type: CompactSeconds.Type, forKey key: Key) throws -> CompactSeconds {
        CompactSeconds(wrappedValue: try decodeIfPresent(Int.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    mutating func encode(_ value: CompactSeconds, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}

/// How reports hold a duration: in 4 bytes for the 16 of an `Int?`, since each hour of a forecast has one.
///
/// A duration beyond 68 years comes back as nil.
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

/// Written as the number itself.
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

// With these the wrapper is coded as the compiler codes an `Int?`: a key that is not there means nil.
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

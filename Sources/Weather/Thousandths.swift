/// How reports hold a number: to three decimals, which is finer than any quantity is known and as fine as the contract's
/// JSON, in 4 bytes for the 16 of a `Double?`. Forecasts for 200 places are some hundred thousand numbers.
///
/// A decimal number of up to three decimals comes back exactly as it went in. What is not finite, or beyond two million,
/// comes back as nil.
@propertyWrapper
public struct Thousandths: Sendable, Hashable {
    private var count: Int32

    private static let missing = Int32.min

    public init() {
        count = Self.missing
    }

    public init(wrappedValue: Double?) {
        let scaled = wrappedValue.map { ($0 * 1000).rounded() }
        count = scaled.flatMap(Int32.init(exactly:)) ?? Self.missing
    }

    public var wrappedValue: Double? {
        get { count == Self.missing ? nil : Double(count) / 1000 }
        set { self = Thousandths(wrappedValue: newValue) }
    }
}

/// Written as the number itself.
extension Thousandths: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(wrappedValue: container.decodeNil() ? nil : try container.decode(Double.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

// With these the wrapper is coded as the compiler codes a `Double?`: a key that is not there means nil.
extension KeyedDecodingContainer {
    func decode(_ type: Thousandths.Type, forKey key: Key) throws -> Thousandths {
        Thousandths(wrappedValue: try decodeIfPresent(Double.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    mutating func encode(_ value: Thousandths, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}

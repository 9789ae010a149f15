/// Stores a number with three decimals, as many as the JSON output has, in 4 bytes instead of 16 for a `Double?`.
/// Forecasts for 200 places are hundreds of thousands of numbers.
///
/// Decimal numbers with up to three decimals are exact. Numbers that are not finite, or beyond two million, become nil.
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

/// Messages of workers and columns of reports.json contain the integer.
extension Thousandths {
    /// The number of thousandths; nil without a number.
    public var integer: Int? { count == Self.missing ? nil : Int(count) }

    /// - Parameter integer: the number of thousandths; nil for no number, which an integer out of range becomes too.
    public init(integer: Int?) {
        count = integer.flatMap(Int32.init(exactly:)) ?? Self.missing
    }
}

/// Encoded as a number.
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

// Encodes the wrapper like a `Double?`: a missing key is nil.
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

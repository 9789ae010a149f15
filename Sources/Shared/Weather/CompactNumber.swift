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

/// Stores a number with three decimals, as many as the JSON output has, in 4 bytes instead of 16 for a `Double?`.
/// Forecasts for 200 places are hundreds of thousands of numbers.
///
/// Decimal numbers with up to three decimals are exact. Numbers that are not finite, or beyond two million, become nil.
@propertyWrapper
public struct Thousandths: CompactNumber, Sendable, Hashable {
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

/// Stores a duration in 4 bytes instead of 16 for an `Int?`, since each hour of a forecast has one.
///
/// A duration of more than 68 years becomes nil.
@propertyWrapper
public struct CompactSeconds: CompactNumber, Sendable, Hashable {
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

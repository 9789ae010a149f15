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

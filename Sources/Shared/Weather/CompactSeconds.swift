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

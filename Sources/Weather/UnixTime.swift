/// A moment: whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted, as POSIX has it.
///
/// It lies in the years 1 to 9999, which RFC 3339 can write. What is beyond, such as a number that a provider got wrong,
/// becomes the nearest moment within, so that no sum or difference overflows.
public struct UnixTime: Sendable, Hashable, Comparable, Codable {
    public let seconds: Int

    public init(_ seconds: Int) {
        self.seconds = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// From 0001-01-02 to 9999-12-30, each at 00:00:00Z: a day short, so that no time zone leads out of the years.
    private static let range = -62_135_510_400...253_402_128_000

    public static let distantPast = UnixTime(range.lowerBound)
    public static let distantFuture = UnixTime(range.upperBound)

    public static func < (left: UnixTime, right: UnixTime) -> Bool {
        left.seconds < right.seconds
    }

    /// The moment `seconds` later, or earlier when negative.
    public func advanced(by seconds: Int) -> UnixTime {
        let (sum, isOverflow) = self.seconds.addingReportingOverflow(seconds)
        return isOverflow ? (seconds < 0 ? .distantPast : .distantFuture) : UnixTime(sum)
    }

    /// Seconds from `earlier` to this moment; negative when this one comes first.
    public func seconds(since earlier: UnixTime) -> Int {
        seconds - earlier.seconds
    }

    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Int.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(seconds)
    }
}

/// A moment: whole seconds since 1970-01-01T00:00:00Z without leap seconds, as in POSIX.
///
/// Clamped to the years 1 to 9999, which RFC 3339 can represent, so that no sum or difference overflows, even with an
/// invalid number from a provider.
public struct UnixTime: Sendable, Hashable, Comparable, Codable {
    public let seconds: Int

    public init(_ seconds: Int) {
        self.seconds = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// From 0001-01-02 to 9999-12-30, each at 00:00:00Z: a day short, so that no time zone leaves these years.
    private static let range = -62_135_510_400...253_402_128_000

    /// The moments that services and stations may state, from 2000 to 3000: a missing time must not become 1970, and milliseconds
    /// are no seconds.
    public static let plausible = UnixTime(946_684_800)..<UnixTime(32_503_680_000)

    public var isPlausible: Bool { Self.plausible.contains(self) }

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

    /// Seconds from `earlier` to this moment; negative when this one is earlier.
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

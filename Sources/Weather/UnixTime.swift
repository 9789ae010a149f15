/// A moment: whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted, as POSIX has it.
public struct UnixTime: Sendable, Hashable, Comparable, Codable {
    public var seconds: Int

    public init(_ seconds: Int) {
        self.seconds = seconds
    }

    public static func < (left: UnixTime, right: UnixTime) -> Bool {
        left.seconds < right.seconds
    }

    /// The moment `seconds` later, or earlier when negative.
    public func advanced(by seconds: Int) -> UnixTime {
        UnixTime(self.seconds + seconds)
    }

    /// Seconds from `earlier` to this moment; negative when this one comes first.
    public func seconds(since earlier: UnixTime) -> Int {
        seconds - earlier.seconds
    }

    public init(from decoder: any Decoder) throws {
        seconds = try decoder.singleValueContainer().decode(Int.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(seconds)
    }
}

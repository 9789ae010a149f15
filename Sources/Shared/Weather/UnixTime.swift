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

    /// The moments that services and stations may state, from 2000 to 3000: a missing time must not become 1970, nor
    /// milliseconds count as seconds.
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

/// A date in the Gregorian calendar, in the place's local time.
public struct CalendarDate: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// 1 to 31.
    public var day: Int

    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        year = try container.decode(Int.self, forKey: .year)
        month = try container.decode(Int.self, forKey: .month)
        day = try container.decode(Int.self, forKey: .day)
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
            throw DecodingError.dataCorruptedError(forKey: .day, in: container, debugDescription: "no such day")
        }
    }

    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// ISO 8601: `2026-11-21`.
    public var description: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}

/// A moment by two clocks: the wall clock, which can be set, and the boot clock (CLOCK_BOOTTIME), which cannot, but starts
/// again with each boot.
public struct Moment: Sendable, Hashable {
    /// By the wall clock.
    public var wall: UnixTime
    /// Since the boot, including suspend, s.
    public var uptime: Int
    /// Identifies the boot; empty when unknown.
    public var boot: String

    public init(wall: UnixTime, uptime: Int, boot: String) {
        (self.wall, self.uptime, self.boot) = (wall, uptime, boot)
    }

    /// A moment of a wall clock that is never set.
    public init(_ wall: UnixTime) {
        self.init(wall: wall, uptime: wall.seconds, boot: "")
    }

    /// A change of the wall clock by less than this is an ordinary correction, s.
    public static let tolerance = 60

    /// The most by which `offset` differs between two readings of clocks that were not set, s: both have whole seconds.
    public static let resolution = 1

    /// How far the wall clock is ahead of the boot clock, s. It changes when the wall clock is set.
    public var offset: Int { wall.seconds - uptime }

    /// The same moment by a wall clock that is ahead of the boot clock by this much.
    public func byClock(aheadBy offset: Int) -> Moment {
        Moment(wall: UnixTime(uptime + offset), uptime: uptime, boot: boot)
    }

    /// When the machine was booted, by this wall clock.
    public var booted: UnixTime { wall.advanced(by: -uptime) }

    /// Seconds that have passed since an earlier moment: by the boot clock, and across boots by the wall clock, but at
    /// least since this boot.
    public func seconds(since earlier: Moment) -> Int {
        if boot == earlier.boot { return max(0, uptime - earlier.uptime) }
        return max(0, uptime, wall.seconds(since: earlier.wall))
    }

    /// The correction of times that were written by the wall clock at an earlier moment, so that they are right by this wall
    /// clock, s.
    ///
    /// After a boot with a clock that is behind, the time in between is unknown, and counts as none.
    public func correction(ofWritten earlier: Moment) -> Int {
        if boot == earlier.boot {
            let step = offset - earlier.offset
            return abs(step) > Self.resolution ? step : 0
        }
        let passed = wall.seconds(since: earlier.wall)
        return passed < -Self.tolerance ? passed : 0
    }
}

extension Moment: Codable {
    /// Rejects impossible values, so that sums cannot overflow.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            wall: try container.decode(UnixTime.self, forKey: .wall),
            uptime: try container.decode(Int.self, forKey: .uptime),
            boot: try container.decode(String.self, forKey: .boot))
        guard (0...1_000_000_000_000).contains(uptime), boot.utf8.count <= 64 else {
            throw DecodingError.dataCorruptedError(forKey: .uptime, in: container, debugDescription: "no such moment")
        }
    }
}

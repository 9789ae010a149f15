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

    /// By how much times of the wall clock that were written at an earlier moment are moved to be right by this wall
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
    private enum CodingKeys: CodingKey {
        case wall, uptime, boot
    }

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

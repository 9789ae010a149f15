import CLinux
import Glibc

/// A moment of CLOCK_MONOTONIC (clock_gettime(2)), which setting the wall clock does not change, and which stops while the machine
/// sleeps.
public struct MonotonicTime: Sendable, Hashable, Comparable {
    /// Since the clock's epoch.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public static var now: Self {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Self(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The seconds of a century, the longest duration: nanoseconds of more than two centuries exceed 64 bits.
    private static let longest: Int64 = 100 * 365 * 86_400

    /// - Parameter duration: limited to a century.
    public static func + (time: Self, duration: Duration) -> Self {
        let (seconds, attoseconds) = duration.components
        let bounded = min(max(seconds, -longest), longest)
        return Self(nanoseconds: time.nanoseconds + bounded * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    public static func - (later: Self, earlier: Self) -> Duration {
        .nanoseconds(later.nanoseconds - earlier.nanoseconds)
    }
}

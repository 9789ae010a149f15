import ClientProtocol
import Glibc

/// A deadline on the monotonic clock.
package struct Deadline {
    /// The original timeout.
    package let milliseconds: Int
    /// The clock's time, nanoseconds.
    private let end: Int

    package init(milliseconds: Int) {
        self.milliseconds = milliseconds
        end = Self.now + milliseconds * 1_000_000
    }

    /// The remaining time, rounded up so that waiting for it reaches the deadline; 0 after it.
    package var millisecondsLeft: Int {
        max(0, (end - Self.now + 999_999) / 1_000_000)
    }

    /// In seconds: `2`, `0.5`.
    package static func seconds(_ milliseconds: Int) -> String {
        // The fraction's digits after a 1, which keeps leading zeros.
        var fraction = 1000 + milliseconds % 1000
        while fraction.isMultiple(of: 10) { fraction /= 10 }
        let digits = String(fraction).dropping(1)
        return String(milliseconds / 1000) + (digits.isEmpty ? "" : ".") + digits
    }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

import Glibc
import Wire

/// A moment on the monotonic clock by which something is to be done.
package struct Deadline {
    /// How long there was from the start.
    package let milliseconds: Int
    /// Nanoseconds on the clock.
    private let end: Int

    package init(milliseconds: Int) {
        self.milliseconds = milliseconds
        end = Self.now + milliseconds * 1_000_000
    }

    /// What is left, rounded up so that waiting for so long does reach the moment; 0 when it has passed.
    package var millisecondsLeft: Int {
        max(0, (end - Self.now + 999_999) / 1_000_000)
    }

    /// As people read it: `2`, `0.5`.
    package static func seconds(_ milliseconds: Int) -> String {
        // The digits of the fraction, behind a 1 that keeps its zeros.
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

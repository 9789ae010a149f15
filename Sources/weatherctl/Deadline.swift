import Glibc

/// A moment on the monotonic clock by which something is to be done.
struct Deadline {
    /// How long there was from the start.
    let milliseconds: Int
    /// Nanoseconds on the clock.
    private let end: Int

    init(milliseconds: Int) {
        self.milliseconds = milliseconds
        end = Self.now + milliseconds * 1_000_000
    }

    /// What is left, rounded up so that waiting for so long does reach the moment; 0 when it has passed.
    var millisecondsLeft: Int {
        max(0, (end - Self.now + 999_999) / 1_000_000)
    }

    /// As people read it: `2`, `0.5`.
    static func seconds(_ milliseconds: Int) -> String {
        milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
    }

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

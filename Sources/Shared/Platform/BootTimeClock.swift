import CLinux
import Dispatch
import Glibc

/// A clock that runs during suspend, CLOCK_BOOTTIME, with deadlines in the kernel: a deadline that passes during suspend
/// fires on resume, and the process does not wake up before.
///
/// `ContinuousClock` reads the same clock, but its sleep wakes the process every second on Linux (Swift 6.3).
public struct BootTimeClock: Clock {
    public init() {}

    public struct Instant: InstantProtocol {
        /// Since boot.
        fileprivate var offset: Duration

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    public var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Instant(offset: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
    }

    public var minimumResolution: Duration { .nanoseconds(1) }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        guard deadline > now else { return try Task.checkCancellation() }
        let descriptor = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        guard descriptor >= 0 else {
            // Without a free descriptor, falls back to the runtime's clock, at the cost of wake-ups.
            return try await ContinuousClock().sleep(for: now.duration(to: deadline))
        }
        defer { close(descriptor) }
        Self.arm(descriptor, at: deadline)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The descriptor stays readable after the deadline, and may be closed once the source is cancelled.
                let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
                source.setEventHandler { source.cancel() }
                source.setCancelHandler { continuation.resume() }
                source.resume()
            }
        } onCancel: {
            Self.arm(descriptor, at: Instant(offset: .nanoseconds(1)))
        }
        try Task.checkCancellation()
    }

    private static func arm(_ descriptor: Int32, at deadline: Instant) {
        let (seconds, attoseconds) = deadline.offset.components
        var time = itimerspec()
        time.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME), &time, nil)
    }
}

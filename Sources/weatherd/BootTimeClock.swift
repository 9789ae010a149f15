import CLinux
import Dispatch
import Glibc

/// The clock that goes on while the machine sleeps, CLOCK_BOOTTIME, as a deadline of the kernel's: one that is missed
/// during sleep is met on resume, and until then nothing wakes up.
///
/// `ContinuousClock` reads the same clock, but its sleep has the process woken every second on Linux (Swift 6.3).
struct BootTimeClock: Clock {
    struct Instant: InstantProtocol {
        /// Since the machine was started.
        fileprivate var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Instant(offset: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
    }

    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        guard deadline > now else { return try Task.checkCancellation() }
        let descriptor = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        guard descriptor >= 0 else {
            // Without a descriptor to spare, the runtime's own clock does, though it costs wake-ups.
            return try await ContinuousClock().sleep(for: now.duration(to: deadline))
        }
        defer { close(descriptor) }
        Self.arm(descriptor, at: deadline)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The descriptor is readable from the deadline on, and may be closed when the source has let go of it.
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

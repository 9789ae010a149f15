import CLinux
import Dispatch
import Glibc

/// The system's two clocks: the wall clock, and the clock that runs since the boot.
public enum SystemClocks {
    /// Both clocks, read together, s. `uptime` includes suspend (CLOCK_BOOTTIME).
    public static func read() -> (wall: Int, uptime: Int) {
        var result = readOnce()
        // The clock may have been set, or the machine suspended, in between. Within one second, the difference of the clocks is
        // the same at each reading, up to a second.
        while result.elapsed != 0 { result = readOnce() }
        return (result.wall, result.uptime)
    }

    private static func readOnce() -> (wall: Int, uptime: Int, elapsed: Int) {
        let wall = time(nil)
        var uptime = timespec()
        clock_gettime(CLOCK_BOOTTIME, &uptime)
        return (wall, uptime.tv_sec, time(nil) - wall)
    }

    /// How long the machine was suspended since the boot, s.
    static var suspended: Int {
        var (boot, awake) = (timespec(), timespec())
        clock_gettime(CLOCK_BOOTTIME, &boot)
        clock_gettime(CLOCK_MONOTONIC, &awake)
        return boot.tv_sec - awake.tv_sec
    }

    /// Identifies this boot, random(4); without /proc, this process.
    public static let boot: String = {
        let bytes = (try? [UInt8](ofFile: "/proc/sys/kernel/random/boot_id", atMost: 64)) ?? []
        let id = bytes.filter { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return id.isEmpty ? "process \(getpid()) \(read().uptime)" : String(decoding: id, as: UTF8.self)
    }()
}

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

/// Reports when the wall clock is set and when the machine resumes from suspend, so that everything computed from the wall
/// clock can be computed again. It causes no other wake-ups.
public struct ClockJumps: BackgroundService {
    private let jumped: @Sendable (_ hasResumed: Bool) -> Void

    /// - Parameter jumped: called when the wall clock was set, and after a resume.
    public init(jumped: @escaping @Sendable (_ hasResumed: Bool) -> Void) {
        self.jumped = jumped
    }

    public func run() async {
        var suspended = SystemClocks.suspended
        for await _ in Self.jumps() {
            let former = suspended
            suspended = SystemClocks.suspended
            jumped(suspended > former + 1)
        }
    }

    private static func jumps() -> AsyncStream<Void> {
        let (jumps, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let timer = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        guard timer >= 0 else { return jumps }
        arm(timer)
        let source = DispatchSource.makeReadSource(fileDescriptor: timer)
        source.setEventHandler {
            arm(timer)
            if case .terminated = continuation.yield() { source.cancel() }
        }
        source.setCancelHandler { close(timer) }
        source.resume()
        return jumps
    }

    /// The latest time in the kernel's nanoseconds since 1970, in the year 2262. The wall clock cannot be set that far.
    private static let never = Int(Int64.max / 1_000_000_000)

    /// Arms a timer that fires only when CLOCK_REALTIME is set (TFD_TIMER_CANCEL_ON_SET of timerfd_create(2)), and on resume.
    private static func arm(_ timer: Int32) {
        var time = itimerspec()
        time.it_value.tv_sec = never
        timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &time, nil)
    }
}

/// A moment of CLOCK_MONOTONIC (clock_gettime(2)), which setting the wall clock does not change, and which stops during
/// suspend.
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

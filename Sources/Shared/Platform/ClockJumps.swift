import CLinux
import Dispatch
import Glibc

/// Reports when the wall clock is set and when the machine resumes from suspend, so that everything computed from the wall
/// clock can be computed again. It causes no other wake-ups.
public struct ClockJumps: Service {
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

    /// The kernel's latest time, nanoseconds since 1970 in 64 bits: in the year 2262. The wall clock cannot be set so far.
    private static let never = Int(Int64.max / 1_000_000_000)

    /// Sets a timer that never expires. The kernel still ends the wait when CLOCK_REALTIME is set
    /// (TFD_TIMER_CANCEL_ON_SET of timerfd_create(2)), and on resume.
    private static func arm(_ timer: Int32) {
        var time = itimerspec()
        time.it_value.tv_sec = never
        timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &time, nil)
    }
}

import CLinux
import Dispatch
import Glibc
import ServiceLifecycle

/// Tells each time that the wall clock is set and each time that the machine resumes from sleep, when all that was
/// reckoned by the wall clock has to be reckoned anew. In between nothing wakes up.
struct ClockJumps: Service {
    let jumped: @Sendable () -> Void

    func run() async {
        await cancelWhenGracefulShutdown {
            for await _ in Self.jumps() { jumped() }
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

    /// Sets the timer to a deadline that does not come. The kernel ends the wait all the same whenever CLOCK_REALTIME
    /// moves other than by itself, as timerfd_create(2) says, and on resume.
    private static func arm(_ timer: Int32) {
        var time = itimerspec()
        time.it_value.tv_sec = Int(Int32.max)
        timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &time, nil)
    }
}

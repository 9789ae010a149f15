public import Platform

/// An event loop with sockets in memory, and a clock that only the test advances.
@EventLoopActor
public final class LoopClock {
    @EventLoopActor
    private final class Time {
        var now = MonotonicTime(nanoseconds: 0)
    }

    public let loop: EventLoop
    public var sockets: [MemorySocket] = []
    private let time = Time()

    public init() {
        let time = time
        loop = EventLoop { time.now }
    }

    /// Reports each socket's readiness once, and sends replies; does not run timers.
    public func poll() {
        loop.beginRound()
        for socket in sockets { socket.poll() }
        loop.flush()
    }

    /// Advances the time, and runs what is due.
    public func advance(by duration: Duration) {
        let end = time.now + duration
        while true {
            repeat {
                poll()
                loop.endRound()
            } while loop.hasTasks || sockets.contains { !$0.readiness.isEmpty }
            guard let next = loop.nextDeadline, next <= end else { break }
            time.now = max(time.now, next)
        }
        time.now = end
    }
}

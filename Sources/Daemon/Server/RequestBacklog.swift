import Platform

/// Sessions with more than one pending request. The first request is answered at once; the others are answered, and more is
/// read, in turns, so that new clients need not wait for all of them.
@EventLoopActor
final class RequestBacklog {
    /// The time slice of one session.
    private static let turn = Duration.microseconds(100)
    /// The time for all sessions before the event loop serves other connections, and the most sessions that may
    /// read in one iteration.
    private static let round = (duration: Duration.milliseconds(2), turns: 32)
    /// First requests within this interval count as a burst.
    private static let burst = Duration.milliseconds(2)

    private let loop: EventLoop
    /// The time of the last first request, and the size of the current burst.
    private var lastFirst: MonotonicTime
    private var firsts = 0
    private var waiting: [Session] = []

    init(loop: EventLoop) {
        self.loop = loop
        lastFirst = loop.now
    }

    /// Whether a session's first request is answered at once. In a large burst, the rest waits for its turn.
    func answersAtOnce() -> Bool {
        let now = loop.currentTime
        firsts = now - lastFirst > Self.burst ? 1 : firsts + 1
        lastFirst = now
        return firsts <= Self.round.turns
    }

    /// Schedules the session, which must not be queued already.
    func append(_ session: Session) {
        if waiting.isEmpty { scheduleRound() }
        waiting.append(session)
    }

    private func scheduleRound() {
        loop.runLater { [self] in serve() }
    }

    private func serve() {
        var now = loop.currentTime
        let end = now + Self.round.duration
        var turns = 0
        var unfinished: [Session] = []
        while turns < min(waiting.count, Self.round.turns), now < end {
            let session = waiting[turns]
            if !session.takeTurn(until: now + Self.turn) { unfinished.append(session) }
            turns += 1
            now = loop.currentTime
        }
        // They stay in the queue until here, so that only one round is scheduled.
        waiting.removeFirst(turns)
        waiting += unfinished
        if !waiting.isEmpty { scheduleRound() }
    }
}

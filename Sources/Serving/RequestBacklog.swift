import NIOCore

/// The sessions whose clients have sent more at once than one request. The first is answered at once; the others are, and
/// more is read, in turns, so that whoever has just come need not wait until all that is done.
///
/// It belongs to its event loop.
final class RequestBacklog {
    /// How long one session is answered before it is the next one's turn.
    private static let turn = TimeAmount.microseconds(100)
    /// How long all of them together are answered before the event loop looks who else is there; and how many of them at most
    /// may read at the same time as those.
    private static let round = (duration: TimeAmount.milliseconds(2), turns: 32)
    /// What is due at once would be done before the event loop looks at its connections.
    private static let pause = TimeAmount.microseconds(50)

    private typealias Guest = (session: Session, context: ChannelHandlerContext)

    /// First requests that come closer together than this all come at once.
    private static let burst = TimeAmount.milliseconds(2)

    private let eventLoop: any EventLoop
    /// When the last first request came, and how many came at once.
    private var lastFirst = NIODeadline.uptimeNanoseconds(0)
    private var firsts = 0
    private var waiting: CircularBuffer<Guest> = []

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// Whether a session's first request is answered at once. Of very many that come at once, the rest waits for its turn.
    func answersAtOnce() -> Bool {
        let now = NIODeadline.now()
        firsts = now - lastFirst > Self.burst ? 1 : firsts + 1
        lastFirst = now
        return firsts <= Self.round.turns
    }

    /// The session is answered when its turn comes, which it has to have no claim to already.
    func append(_ session: Session, _ context: ChannelHandlerContext) {
        if waiting.isEmpty { scheduleRound() }
        waiting.append((session, context))
    }

    private func scheduleRound() {
        let backlog = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.scheduleTask(in: Self.pause) { backlog.value.serve() }
    }

    private func serve() {
        var now = NIODeadline.now()
        let end = now + Self.round.duration
        var turns = 0
        while now < end, turns < Self.round.turns, let guest = waiting.first {
            // It keeps its place while it is answered, so that a round is scheduled once.
            let isThrough = guest.session.takeTurn(guest.context, until: now + Self.turn)
            waiting.removeFirst()
            if !isThrough { waiting.append(guest) }
            turns += 1
            now = .now()
        }
        if !waiting.isEmpty { scheduleRound() }
    }
}

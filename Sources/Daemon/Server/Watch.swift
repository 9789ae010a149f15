import ClientProtocol
import Platform
import Weather

/// Sends one request's reply at once, and again whenever it changes.
///
/// At most one reply is in progress. Changes in the meantime are coalesced, and the client then gets the latest.
@EventLoopActor
final class Watch {
    let reading: ViewRequest
    /// The connection.
    let client: RenderQueue.Client
    private let now: @Sendable () -> UnixTime
    private let loop: EventLoop
    private let connection: Connection
    /// Replies that are shared by all watchers.
    private let replies: WatchedReplies
    private var lastSent: [UInt8]?
    /// Whether a requested reply has not been made yet.
    private var isWaiting = false
    private var isSending = false
    /// Whether something may have changed since the last reply was requested.
    private var hasMissed = false
    private var isStopped = false
    private var timer: Timer?

    /// - Parameter now: the wall clock.
    init(
        reading: ViewRequest, client: RenderQueue.Client, replies: WatchedReplies, connection: Connection,
        loop: EventLoop, now: @escaping @Sendable () -> UnixTime
    ) {
        self.reading = reading
        self.client = client
        self.replies = replies
        self.connection = connection
        self.loop = loop
        self.now = now
    }

    func stop() {
        isStopped = true
        cancelTimer()
        replies.leave(self)
    }

    /// Sends the reply if it differs from the last one, and sets the timer for the time at which the clock changes it.
    func evaluate() {
        guard !isStopped else { return }
        guard !isSending, !isWaiting else {
            hasMissed = true
            return
        }
        isWaiting = true
        replies.deliver(to: self)
    }

    /// Receives the requested reply.
    func take(_ latest: WatchedReplies.CachedReply) {
        isWaiting = false
        guard !isStopped else { return }
        setTimer(to: latest.next.map { max(1, $0.seconds(since: now())) })
        if latest.bytes != lastSent { send(latest) }
        evaluateAgain()
    }

    private func send(_ latest: WatchedReplies.CachedReply) {
        lastSent = latest.bytes
        isSending = true
        connection.write(latest.bytes)
    }

    /// The kernel has accepted some of the output.
    func flushed() {
        guard isSending, connection.unsentBytes == 0 else { return }
        isSending = false
        evaluateAgain()
    }

    private func evaluateAgain() {
        guard hasMissed, !isSending else { return }
        hasMissed = false
        evaluate()
    }

    private func setTimer(to seconds: Int?) {
        let deadline = seconds.map { loop.now + .seconds($0) }
        // The wall clock has a resolution of one second, so the same deadline varies slightly; and rescheduling a
        // timer costs more than one wake-up too early.
        if let timer, let deadline, timer.deadline < deadline + .seconds(1) { return }
        cancelTimer()
        timer = seconds.map { seconds in
            loop.schedule(in: .seconds(seconds)) { [self] in
                timer = nil
                evaluate()
            }
        }
    }

    private func cancelTimer() {
        if let timer { loop.cancel(timer) }
        timer = nil
    }
}

import NIOCore
import Weather
import Wire

/// Sends one reading's reply at once, and again each time that it changes.
///
/// At most one reply is being made or sent. Changes that come meanwhile are only noted, and the client then gets the latest.
final class Watch {
    let reading: Reading
    /// The connection.
    let client: RenderQueue.Client
    private let now: @Sendable () -> UnixTime
    private let eventLoop: any EventLoop
    private let delivery: Delivery
    /// Those that are made for all who watch.
    private let replies: WatchedReplies
    private var lastSent: ByteBuffer?
    /// Whether a reply was asked for that has not been made yet.
    private var isWaiting = false
    private var isSending = false
    /// Whether something may have changed since the last reply was asked for.
    private var hasMissed = false
    private var isStopped = false
    private var timer: (deadline: NIODeadline, task: Scheduled<Void>)?

    /// - Parameter now: the wall clock.
    init(
        reading: Reading, client: RenderQueue.Client, replies: WatchedReplies, delivery: Delivery,
        eventLoop: any EventLoop, now: @escaping @Sendable () -> UnixTime
    ) {
        self.reading = reading
        self.client = client
        self.replies = replies
        self.delivery = delivery
        self.eventLoop = eventLoop
        self.now = now
    }

    func stop() {
        isStopped = true
        timer?.task.cancel()
        replies.leave(self)
    }

    /// Sends the reply if it is another than the client has, and sets the timer to when the clock alone changes it.
    func evaluate() {
        guard !isStopped else { return }
        guard !isSending, !isWaiting else {
            hasMissed = true
            return
        }
        isWaiting = true
        replies.deliver(to: self)
    }

    /// Takes the reply that was asked for.
    func take(_ latest: WatchedReplies.Lasting) {
        isWaiting = false
        guard !isStopped else { return }
        setTimer(to: latest.next.map { max(1, $0.seconds(since: now())) })
        if latest.bytes != lastSent { send(latest) }
        evaluateAgain()
    }

    private func send(_ latest: WatchedReplies.Lasting) {
        lastSent = latest.bytes
        isSending = true
        let sent = eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        sent.futureResult.whenComplete { _ in bound.value.haveSent() }
        delivery.writeAndFlush(latest.bytes, sent: sent)
    }

    private func haveSent() {
        isSending = false
        evaluateAgain()
    }

    private func evaluateAgain() {
        guard hasMissed, !isSending else { return }
        hasMissed = false
        evaluate()
    }

    private func setTimer(to seconds: Int?) {
        let deadline = seconds.map { eventLoop.now + .seconds(Int64($0)) }
        // The wall clock is read by the second, so that the same moment comes out a little earlier or later; and to put off a
        // timer costs more than to look once in vain.
        if let timer, let deadline, timer.deadline < deadline + .seconds(1) { return }
        timer?.task.cancel()
        timer = deadline.map { deadline in
            let bound = NIOLoopBound(self, eventLoop: eventLoop)
            let task = eventLoop.scheduleTask(deadline: deadline) {
                bound.value.timer = nil
                bound.value.evaluate()
            }
            return (deadline, task)
        }
    }
}

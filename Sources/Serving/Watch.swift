import NIOCore
import Wire

/// Sends one reading's reply at once, and again each time that it changes.
///
/// At most one reply is on its way. While a slow client has not taken it, changes are only noted, and the client then
/// gets the latest.
final class Watch {
    private let reading: Reading
    private let responder: Responder
    private let context: ChannelHandlerContext
    /// Those that are made for all who watch.
    private let replies: WatchedReplies
    private var lastSent: Reply?
    private var isSending = false
    /// Whether something may have changed while the last reply was on its way.
    private var hasMissed = false
    private var isStopped = false
    private var timer: (deadline: NIODeadline, task: Scheduled<Void>)?

    init(reading: Reading, responder: Responder, replies: WatchedReplies, context: ChannelHandlerContext) {
        self.reading = reading
        self.responder = responder
        self.replies = replies
        self.context = context
    }

    func stop() {
        isStopped = true
        timer?.task.cancel()
    }

    /// Sends the reply if it is another than the client has, and sets the timer to when the clock alone changes it.
    func evaluate() {
        guard !isStopped else { return }
        guard !isSending else {
            hasMissed = true
            return
        }
        let latest = replies.reply(to: reading, by: responder)
        setTimer(to: latest.seconds)
        if latest.reply != lastSent { send(latest) }
    }

    private func send(_ latest: WatchedReplies.Lasting) {
        lastSent = latest.reply
        isSending = true
        let sent = context.eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        sent.futureResult.whenComplete { _ in bound.value.haveSent() }
        context.writeAndFlush(NIOAny(latest.bytes), promise: sent)
    }

    private func haveSent() {
        isSending = false
        guard hasMissed else { return }
        hasMissed = false
        evaluate()
    }

    private func setTimer(to seconds: Int?) {
        let deadline = seconds.map { context.eventLoop.now + .seconds(Int64($0)) }
        // The wall clock is read by the second, so that the same moment comes out a little earlier or later; and to put off a
        // timer costs more than to look once in vain.
        if let timer, let deadline, timer.deadline < deadline + .seconds(1) { return }
        timer?.task.cancel()
        timer = deadline.map { deadline in
            let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
            let task = context.eventLoop.scheduleTask(deadline: deadline) {
                bound.value.timer = nil
                bound.value.evaluate()
            }
            return (deadline, task)
        }
    }
}

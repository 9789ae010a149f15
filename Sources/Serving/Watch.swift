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
    private var lastSent: Reply?
    private var isSending = false
    private var isStopped = false
    private var timer: Scheduled<Void>?

    init(reading: Reading, responder: Responder, context: ChannelHandlerContext) {
        self.reading = reading
        self.responder = responder
        self.context = context
    }

    func stop() {
        isStopped = true
        timer?.cancel()
    }

    /// Sends the reply if it is another than the client has, and sets the timer to when the clock alone changes it.
    ///
    /// - Parameter replies: those that were made at the same moment for others.
    func evaluate(_ replies: inout WatchedReplies) {
        guard !isStopped, !isSending else { return }
        let (reply, lasting) = replies.reply(to: reading, by: responder)
        if reply != lastSent { send(reply) }
        timer?.cancel()
        timer = lasting.map { seconds in
            let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
            return context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) { bound.value.evaluate() }
        }
    }

    func evaluate() {
        var replies = WatchedReplies()
        evaluate(&replies)
    }

    private func send(_ reply: Reply) {
        lastSent = reply
        isSending = true
        let sent = context.eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        sent.futureResult.whenComplete { _ in
            bound.value.isSending = false
            bound.value.evaluate()
        }
        context.writeAndFlush(NIOAny(context.channel.allocator.buffer(string: reply.text)), promise: sent)
    }
}

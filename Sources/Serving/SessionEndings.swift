import NIOCore
import Rendering
import Wire

// How a client's connection ends.
extension Session {
    func closeIfDone(_ context: ChannelHandlerContext) {
        guard inputEnded, case .answering = state, hasRoom else { return }
        if requests.hasRest {
            write(.error(.badRequest, ConnectionSentence.noLineEnd))
        }
        state = .leaving
        delivery?.send()
        close(context)
    }

    private func close(_ context: ChannelHandlerContext) {
        let last = context.eventLoop.makePromise(of: Void.self)
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        last.futureResult.whenComplete { _ in context.value.close(promise: nil) }
        context.value.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: last)
    }

    /// Tells why, and closes a little later: closing at once, with requests unread, could take the reply from the
    /// client before it has read it.
    func putOff(_ reply: Reply, _ context: ChannelHandlerContext) {
        stopRendering()
        state = .leaving
        requests = RequestBuffer()
        write(reply)
        delivery?.send()
        delivery?.flush()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let pause = TimeAmount.milliseconds(Int64.random(in: ServingLimits.farewell))
        context.eventLoop.scheduleTask(in: pause) {
            let (session, context) = bound.value
            session.leave(context)
        }
    }

    /// When many were put off together, the system is kept busy for a while with what they had sent.
    private func leave(_ context: ChannelHandlerContext) {
        guard case .leaving = state else { return }
        state = .gone
        if !isInBacklog { awaitTurn(context) }
    }

    /// Whether it is silent because it is its turn to hear something.
    private var isBeingAnswered: Bool {
        if case .waiting = state { return true }
        return isInBacklog
    }

    func watchSilence(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        silenceTimer = context.eventLoop.scheduleTask(deadline: lastRead + ServingLimits.silence) {
            let (session, context) = bound.value
            if session.isBeingAnswered { session.lastRead = context.eventLoop.now }
            if context.eventLoop.now - session.lastRead < ServingLimits.silence {
                session.watchSilence(context)
            } else {
                context.close(promise: nil)
            }
        }
    }
}

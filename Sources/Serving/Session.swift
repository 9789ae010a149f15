import NIOCore
import Rendering
import Wire

/// One client's connection: cuts its bytes into lines, and answers them one after the other.
///
/// A session belongs to its event loop. It reads only as fast as the client reads what it is answered, and holds no
/// more than one chunk of requests and, beyond what the client has not read, one reply.
final class Session: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Runs work that an answer has to wait for, off the event loop.
    typealias Jobs = AsyncStream<@Sendable () async -> Void>.Continuation

    private let responder: Responder
    private let jobs: Jobs
    let replies: WatchedReplies
    private var requests = RequestBuffer()
    private var state = State.answering
    private var inputEnded = false
    private var lastRead: NIODeadline
    private var silenceTimer: Scheduled<Void>?

    private enum State {
        case answering
        /// A reply that takes its time is being made. Requests that came after it wait.
        case waiting
        case watching(Watch)
        /// The client was told why it is put off; what it still sends is thrown away.
        case leaving
    }

    /// - Parameter replies: those that are made for all who watch.
    init(responder: Responder, jobs: Jobs, replies: WatchedReplies, eventLoop: any EventLoop) {
        self.responder = responder
        self.replies = replies
        self.jobs = jobs
        lastRead = eventLoop.now
    }

    // MARK: - What the channel tells

    func handlerAdded(context: ChannelHandlerContext) {
        watchSilence(context)
    }

    func channelActive(context: ChannelHandlerContext) {
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastRead = context.eventLoop.now
        if case .leaving = state { return }
        requests.append(unwrapInboundIn(data))
        answerRequests(context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        requests.shrink()
        context.flush()
        readOn(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        guard context.channel.isWritable else { return }
        answerRequests(context)
        context.flush()
        readOn(context)
        closeIfDone(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .inputClosed? = event as? ChannelEvent else { return context.fireUserInboundEventTriggered(event) }
        inputEnded = true
        answerRequests(context)
        context.flush()
        closeIfDone(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        silenceTimer?.cancel()
        if case .watching(let watch) = state { watch.stop() }
        // The watch holds the context, which holds this session.
        state = .leaving
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The connection broke; nobody is left to tell.
        context.close(promise: nil)
    }

    // MARK: - Requests

    private func answerRequests(_ context: ChannelHandlerContext) {
        while case .answering = state, context.channel.isWritable, let line = requests.next() {
            switch line {
            case .line(let bytes): answer(bytes, context)
            case .tooLong: putOff(.error(.tooLong, RequestError.tooLong.sentence), context)
            }
        }
        if case .watching = state, requests.next() != nil {
            putOff(.error(.badRequest, ConnectionSentence.watching), context)
        }
    }

    private func answer(_ line: ByteBufferView, _ context: ChannelHandlerContext) {
        act(on: responder.answer(line: line), context)
    }

    private func act(on answer: Responder.Answer, _ context: ChannelHandlerContext) {
        switch answer {
        case .reply(let reply):
            write(reply, context)
        case .later(let work):
            state = .waiting
            let session = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            jobs.yield {
                let answer = await work()
                session.eventLoop.execute {
                    let (session, context) = session.value
                    session.finish(answer, context)
                }
            }
        case .watch(let reading):
            let watch = Watch(reading: reading, responder: responder, replies: replies, context: context)
            state = .watching(watch)
            silenceTimer?.cancel()
            watch.evaluate()
        }
    }

    private func finish(_ answer: Responder.Answer, _ context: ChannelHandlerContext) {
        guard case .waiting = state, context.channel.isActive else { return }
        state = .answering
        lastRead = context.eventLoop.now
        act(on: answer, context)
        answerRequests(context)
        context.flush()
        readOn(context)
        closeIfDone(context)
    }

    private func write(_ reply: Reply, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(context.channel.allocator.buffer(string: reply.text)), promise: nil)
    }

    /// Asks for more when there is room for the replies.
    private func readOn(_ context: ChannelHandlerContext) {
        switch state {
        case .answering where !context.channel.isWritable, .waiting: return
        case .answering, .watching, .leaving: context.read()
        }
    }

    // MARK: - Endings

    private func closeIfDone(_ context: ChannelHandlerContext) {
        guard inputEnded, case .answering = state, context.channel.isWritable else { return }
        if requests.hasRest {
            write(.error(.badRequest, ConnectionSentence.noLineEnd), context)
        }
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
    private func putOff(_ reply: Reply, _ context: ChannelHandlerContext) {
        if case .watching(let watch) = state { watch.stop() }
        state = .leaving
        requests = RequestBuffer()
        write(reply, context)
        context.flush()
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: ServingLimits.farewell) { bound.value.close(promise: nil) }
    }

    private func watchSilence(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        silenceTimer = context.eventLoop.scheduleTask(deadline: lastRead + ServingLimits.silence) {
            let (session, context) = bound.value
            if case .waiting = session.state { session.lastRead = context.eventLoop.now }
            if context.eventLoop.now - session.lastRead < ServingLimits.silence {
                session.watchSilence(context)
            } else {
                context.close(promise: nil)
            }
        }
    }

    // MARK: - Watching

    /// Sends the watched reply again if it has changed.
    func storeChanged() {
        if case .watching(let watch) = state { watch.evaluate() }
    }
}

import NIOCore
import Rendering
import Wire

/// One client's connection: cuts its bytes into lines, and answers them one after the other.
///
/// A session belongs to its event loop. It reads only as fast as the client reads what it is answered, and holds no
/// more than one chunk of requests and, beyond what the client has not read, one reply; of a client that has ended, all that
/// it had sent before. The first request of a chunk is answered at once, the others when the session's turn comes.
final class Session: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Runs work that an answer has to wait for, off the event loop.
    typealias Jobs = AsyncStream<@Sendable () async -> Void>.Continuation

    private let responder: Responder
    private let jobs: Jobs
    private let backlog: RequestBacklog
    let replies: WatchedReplies
    private let recent: RecentReplies
    private let outbox: Outbox
    var requests = RequestBuffer()
    var state = State.answering
    /// Whether a turn of this session's is to come. Nothing more is read until then.
    var isInBacklog = false
    /// Whether the last chunk was as large as one can be, so that the next is surely there already.
    private var hasReadFullChunk = false
    var inputEnded = false
    /// nil when the connection is gone.
    var delivery: Delivery?
    var lastRead: NIODeadline
    var silenceTimer: Scheduled<Void>?

    enum State {
        case answering
        /// A reply that takes its time is being made. Requests that came after it wait.
        case waiting
        case watching(Watch)
        /// The client was told all, or why it is put off; what it still sends is thrown away.
        case leaving
        /// The connection is closed when its turn comes.
        case gone
    }

    /// - Parameters:
    ///   - backlog: the one of all sessions.
    ///   - replies: those that are made for all who watch.
    ///   - recent: those that were made for any of them a moment ago.
    ///   - outbox: the one of all sessions.
    init(
        responder: Responder, jobs: Jobs, backlog: RequestBacklog, replies: WatchedReplies, recent: RecentReplies,
        outbox: Outbox, eventLoop: any EventLoop
    ) {
        self.responder = responder
        self.jobs = jobs
        self.backlog = backlog
        self.replies = replies
        self.recent = recent
        self.outbox = outbox
        lastRead = eventLoop.now
    }

    // MARK: - What the channel tells

    func handlerAdded(context: ChannelHandlerContext) {
        delivery = Delivery(context, outbox: outbox)
        watchSilence(context)
    }

    func channelActive(context: ChannelHandlerContext) {
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastRead = context.eventLoop.now
        let chunk = unwrapInboundIn(data)
        hasReadFullChunk = chunk.readableBytes >= ServingLimits.chunk
        switch state {
        case .leaving, .gone: return
        case .answering, .waiting, .watching: break
        }
        requests.append(chunk)
        answerFirst(context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        goOn(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        guard context.channel.isWritable else { return }
        answerFirst(context)
        goOn(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .inputClosed? = event as? ChannelEvent else { return context.fireUserInboundEventTriggered(event) }
        inputEnded = true
        goOn(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        silenceTimer?.cancel()
        if case .watching(let watch) = state { watch.stop() }
        delivery?.end()
        delivery = nil
        // The watch holds the context, which holds this session; and the backlog may hold it for a while.
        state = .gone
        requests = RequestBuffer()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The connection broke; nobody is left to tell.
        context.close(promise: nil)
    }

    // MARK: - Requests

    /// Answers the first request that is there, and leaves the others to the backlog.
    private func answerFirst(_ context: ChannelHandlerContext) {
        guard !isInBacklog, answerNext(context), requests.hasRest else { return }
        awaitTurn(context)
    }

    func awaitTurn(_ context: ChannelHandlerContext) {
        isInBacklog = true
        backlog.append(self, context)
    }

    /// Answers what is left of the last chunk until that time, and then reads the next.
    ///
    /// - Returns: whether nothing is left that could be answered now.
    func takeTurn(_ context: ChannelHandlerContext, until end: NIODeadline) -> Bool {
        if case .gone = state {
            context.close(promise: nil)
            return true
        }
        while answerNext(context) {
            guard requests.hasRest, NIODeadline.now() >= end else { continue }
            delivery?.flush()
            return false
        }
        isInBacklog = false
        hasReadFullChunk = false
        goOn(context)
        return true
    }

    /// - Returns: whether there was one.
    private func answerNext(_ context: ChannelHandlerContext) -> Bool {
        switch state {
        case .answering where hasRoom:
            switch requests.next() {
            case .line(let line): answer(line, context)
            case .tooLong: putOff(.error(.tooLong, RequestError.tooLong.sentence), context)
            case nil: return false
            }
            return true
        case .watching where requests.next() != nil:
            putOff(.error(.badRequest, ConnectionSentence.watching), context)
            return true
        case .answering, .waiting, .watching, .leaving, .gone:
            return false
        }
    }

    private func answer(_ line: ByteBuffer, _ context: ChannelHandlerContext) {
        switch recent.answer(to: line, by: responder) {
        case .bytes(let bytes): write(bytes)
        case .made(let answer): act(on: answer, context)
        }
    }

    private func act(on answer: Responder.Answer, _ context: ChannelHandlerContext) {
        switch answer {
        case .reply(let reply):
            write(reply)
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
            delivery?.send()
            watch.evaluate()
        }
    }

    private func finish(_ answer: Responder.Answer, _ context: ChannelHandlerContext) {
        guard case .waiting = state, context.channel.isActive else { return }
        state = .answering
        lastRead = context.eventLoop.now
        act(on: answer, context)
        answerFirst(context)
        goOn(context)
    }

    func write(_ reply: Reply) {
        write(ByteBuffer(string: reply.text))
    }

    /// Whether the client has read enough of its replies to be given more.
    var hasRoom: Bool { delivery?.hasRoom ?? false }

    private func write(_ bytes: ByteBuffer) {
        var isAlone = false
        if case .answering = state { isAlone = !requests.hasRest }
        delivery?.write(bytes, isAlone: isAlone)
    }

    /// Sends what was answered, and reads more or closes, as the case may be.
    private func goOn(_ context: ChannelHandlerContext) {
        delivery?.flush()
        guard !isInBacklog else { return }
        requests.shrink()
        closeIfDone(context)
        if hasReadFullChunk {
            awaitTurn(context)
        } else {
            readOn(context)
        }
    }

    /// Asks for more when there is room for the replies.
    private func readOn(_ context: ChannelHandlerContext) {
        switch state {
        case .answering where !hasRoom, .waiting, .gone: return
        case .answering, .watching, .leaving: context.read()
        }
    }

    // MARK: - Watching

    /// Sends the watched reply again if it has changed.
    func storeChanged() {
        if case .watching(let watch) = state { watch.evaluate() }
    }
}

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

    private let services: SessionServices
    private let client: RenderQueue.Client
    /// The id of the client's process.
    private let process: Int32
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

    /// - Parameter process: the id of the client's.
    init(_ services: SessionServices, process: Int32, eventLoop: any EventLoop) {
        self.services = services
        self.process = process
        client = services.newClient()
        lastRead = eventLoop.now
    }

    // MARK: - What the channel tells

    func handlerAdded(context: ChannelHandlerContext) {
        delivery = Delivery(context, outbox: services.outbox, client: client, readers: services.readers)
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
        stopRendering()
        services.renders.forget(client)
        delivery?.end()
        delivery = nil
        // The watch holds the delivery, which holds this session by its context; and the backlog may hold it for a while.
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
        guard !isInBacklog, requests.hasRest else { return }
        if requests.isNextShort || services.backlog.answersAtOnce() {
            guard answerNext(context), requests.hasRest else { return }
        }
        awaitTurn(context)
    }

    func awaitTurn(_ context: ChannelHandlerContext) {
        isInBacklog = true
        services.backlog.append(self, context)
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
        switch services.recent.answer(to: line, by: services.responder) {
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
            services.jobs.yield {
                let answer = await work()
                session.eventLoop.execute {
                    let (session, context) = session.value
                    session.finish(context) { session.act(on: answer, context) }
                }
            }
        case .render(let cost, let render):
            state = .waiting
            services.renders.add(client, cost: cost) {
                let answer = render()
                // The bytes of a long reply are made there too.
                guard case .reply(let reply) = answer else { return Rendered.answer(answer) }
                return .bytes(ByteBuffer(string: reply.text))
            } done: { [self] rendered in
                switch rendered {
                case .bytes(let bytes): finish(context) { write(bytes) }
                case .answer(let answer): finish(context) { act(on: answer, context) }
                }
            }
        case .watch(let reading):
            guard let delivery else { return }
            guard services.watched.admission.admit(reading, of: process) else {
                return write(.error(.busy, ConnectionSentence.tooManyWatched))
            }
            let watch = Watch(
                reading: reading, client: client, replies: services.watched, delivery: delivery,
                eventLoop: context.eventLoop, now: services.responder.now)
            state = .watching(watch)
            silenceTimer?.cancel()
            delivery.send()
            watch.evaluate()
        }
    }

    /// What a turn of rendering has brought.
    private enum Rendered: Sendable {
        case bytes(ByteBuffer)
        case answer(Responder.Answer)
    }

    /// Ends the wait for a reply by sending it, and goes on with the requests behind it.
    private func finish(_ context: ChannelHandlerContext, by answering: () -> Void) {
        guard case .waiting = state, context.channel.isActive else { return }
        state = .answering
        lastRead = context.eventLoop.now
        answering()
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

    var isWatching: Bool {
        if case .watching = state { true } else { false }
    }

    /// Ends the watch, or the wait for a reply. Nothing is rendered for this client any more.
    func stopRendering() {
        switch state {
        case .watching(let watch):
            watch.stop()
            services.watched.admission.release(watch.reading, of: process)
        case .waiting: services.renders.cancel(client)
        case .answering, .leaving, .gone: break
        }
    }

    /// Sends the watched reply again if it has changed.
    func storeChanged() {
        if case .watching(let watch) = state { watch.evaluate() }
    }
}

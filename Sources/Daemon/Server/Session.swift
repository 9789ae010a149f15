import ClientProtocol
import Platform
import Rendering
import Weather

/// One client's connection: splits its input into lines, and answers them in order.
///
/// A session reads only as fast as the client reads its replies, and buffers at most one chunk of requests and one reply
/// beyond the unread output. It answers the first request of a chunk at once, and the others in its turn.
@EventLoopActor
final class Session {
    /// Runs asynchronous work for an answer, off the event loop.
    typealias Jobs = AsyncStream<@Sendable () async -> Void>.Continuation

    let connection: Connection
    let services: SessionServices
    private let client: RenderQueue.Client
    /// The client's process id.
    private let process: Int32
    /// Called when the connection is closed.
    private let ended: () -> Void
    var requests = RequestBuffer()
    var state = State.answering
    /// Whether a turn of this session is scheduled. It reads nothing more until then.
    var isInBacklog = false
    /// Whether the last chunk was full, so that more input is probably available.
    private var hasReadFullChunk = false
    /// Whether the session continues once the client has read more of its replies.
    private var waitsForRoom = false
    /// The last client state that was recorded.
    private var unreadBytes = 0
    var inputHasEnded = false
    var lastRead: MonotonicTime
    var silenceTimer: Timer?

    enum State {
        case answering
        /// A slow reply is being made; later requests wait.
        case waiting
        case watching(Watch)
        /// The final reply has been written; further input is discarded.
        case leaving
        /// The connection is closed, or will be closed in its turn.
        case gone
    }

    /// - Parameters:
    ///   - connection: a connection that is not open yet.
    ///   - process: the client's process id.
    ///   - ended: called when the connection is closed.
    init(
        _ connection: Connection, _ services: SessionServices, process: Int32, ended: @escaping () -> Void = {}
    ) {
        self.connection = connection
        self.services = services
        self.process = process
        self.ended = ended
        client = services.newClient()
        lastRead = services.loop.now
    }

    /// - Returns: whether the connection is open; otherwise no callback is called.
    @discardableResult
    func start() -> Bool {
        guard connection.open(self) else { return false }
        watchSilence()
        connection.read()
        return true
    }

    // MARK: - Requests

    /// Answers the first pending request, and leaves the others to the backlog.
    private func answerFirst() {
        guard !isInBacklog, requests.hasRest else { return }
        if requests.isNextShort || services.backlog.answersAtOnce() {
            guard answerNext(), requests.hasRest else { return }
        }
        awaitTurn()
    }

    func awaitTurn() {
        isInBacklog = true
        services.backlog.append(self)
    }

    /// Answers the rest of the last chunk until the deadline, and then reads the next.
    ///
    /// - Returns: whether no pending request is left.
    func takeTurn(until end: MonotonicTime) -> Bool {
        if case .gone = state {
            connection.close()
            return true
        }
        while answerNext() {
            guard requests.hasRest, services.loop.currentTime >= end else { continue }
            return false
        }
        isInBacklog = false
        hasReadFullChunk = false
        proceed()
        return true
    }

    /// - Returns: whether there was a request.
    private func answerNext() -> Bool {
        switch state {
        case .answering where connection.hasRoom:
            switch requests.next() {
            case .line(let line): answer(line)
            case .tooLong: reject(.error(.tooLong, RequestError.tooLong.sentence))
            case nil: return false
            }
            return true
        case .watching where requests.next() != nil:
            reject(.error(.badRequest, ConnectionSentence.watching))
            return true
        case .answering, .waiting, .watching, .leaving, .gone:
            return false
        }
    }

    private func answer(_ line: ArraySlice<UInt8>) {
        switch services.recent.answer(to: line, by: services.responder) {
        case .bytes(let bytes): connection.write(bytes)
        case .made(let answer, let key): act(on: answer, key)
        }
    }

    /// - Parameter key: the cache key for the reply; nil when it is not cached.
    private func act(on answer: Responder.Answer, _ key: RecentReplies.Key?) {
        switch answer {
        case .reply(let reply), .lastingReply(let reply, until: _):
            write(reply)
        case .later(let work):
            state = .waiting
            let begun = services.jobs.yield { [self] in
                let answer = await work()
                await finish(answer)
            }
            if case .terminated = begun {
                state = .answering
                write(.error(.busy, ConnectionSentence.stopping))
            }
        case .render(let cost, let render):
            state = .waiting
            services.renders.add(client, cost: cost) { () -> Rendered in
                // The rendering thread also encodes the reply.
                switch render() {
                case .reply(let reply): .bytes(reply.bytes)
                case .lastingReply(let reply, let next): .lasting(reply.bytes, until: next)
                case let answer: .answer(answer)
                }
            } done: { [self] rendered in
                switch rendered {
                case .bytes(let bytes): finish { connection.write(bytes) }
                case .lasting(let bytes, let next):
                    if let key { services.recent.keep(bytes, until: next, under: key, by: services.responder) }
                    finish { connection.write(bytes) }
                case .answer(let answer): finish(answer)
                }
            }
        case .watch(let reading): startWatch(reading)
        }
    }

    /// The result of a rendering turn.
    private enum Rendered: Sendable {
        case bytes([UInt8])
        case lasting([UInt8], until: UnixTime?)
        case answer(Responder.Answer)
    }

    private func finish(_ answer: Responder.Answer) {
        finish { act(on: answer, nil) }
    }

    /// Sends the reply that the session waited for, and continues with the following requests.
    private func finish(by answering: () -> Void) {
        guard case .waiting = state, connection.isOpen else { return }
        state = .answering
        lastRead = services.loop.now
        answering()
        answerFirst()
        proceed()
    }

    func write(_ reply: Reply) {
        connection.write(reply.bytes)
    }

    /// Reads more or closes, depending on the state.
    private func proceed() {
        guard !isInBacklog else { return }
        waitsForRoom = !connection.hasRoom
        requests.shrink()
        closeIfDone()
        if hasReadFullChunk {
            awaitTurn()
        } else {
            requestInput()
        }
    }

    /// Requests more input when there is room for the replies.
    private func requestInput() {
        switch state {
        case .answering where !connection.hasRoom, .waiting, .gone: return
        case .answering, .watching, .leaving: connection.read()
        }
    }

    // MARK: - Watching

    private func startWatch(_ reading: ViewRequest) {
        guard services.watched.admission.admit(reading, of: process) else {
            return write(.error(.busy, ConnectionSentence.tooManyWatched))
        }
        let watch = Watch(
            reading: reading, client: client, replies: services.watched, connection: connection, loop: services.loop,
            now: services.responder.now)
        state = .watching(watch)
        stopWatchingSilence()
        watch.evaluate()
    }

    var isWatching: Bool {
        if case .watching = state { true } else { false }
    }

    /// Ends the watch or the wait for a reply, and cancels rendering for this client.
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

extension Session: ConnectionHandler {
    func received(_ bytes: ArraySlice<UInt8>) {
        lastRead = services.loop.now
        hasReadFullChunk = bytes.count >= Connection.chunk
        switch state {
        case .answering, .waiting, .watching:
            requests.append(bytes)
            answerFirst()
        case .leaving, .gone: break
        }
        proceed()
    }

    func inputEnded() {
        inputHasEnded = true
        proceed()
    }

    func flushed() {
        if unreadBytes != connection.unsentBytes {
            unreadBytes = connection.unsentBytes
            services.readers.note(unreadBytes, of: client, at: connection)
        }
        if case .watching(let watch) = state { watch.flushed() }
        guard waitsForRoom, connection.hasRoom else { return }
        answerFirst()
        proceed()
    }

    func closed() {
        stopWatchingSilence()
        stopRendering()
        services.renders.forget(client)
        services.readers.note(0, of: client, at: connection)
        // The watch retains the services, which may retain the session for a while.
        state = .gone
        requests = RequestBuffer()
        ended()
    }
}

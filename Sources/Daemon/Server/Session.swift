import ClientProtocol
import Languages
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

// Ways in which a client's connection ends.
extension Session {
    func closeIfDone() {
        guard inputHasEnded, case .answering = state, connection.hasRoom else { return }
        if requests.hasRest {
            write(.error(.badRequest, ConnectionSentence.noLineEnd))
        }
        state = .leaving
        connection.closeWhenSent()
    }

    /// Sends the reason, and closes after a delay: closing at once with unread input would reset the connection, and the client
    /// could lose the reply.
    func reject(_ reply: Reply) {
        stopRendering()
        state = .leaving
        requests = RequestBuffer()
        write(reply)
        let pause = Duration.milliseconds(Int.random(in: ServingLimits.closeDelay))
        _ = services.loop.schedule(in: pause) { [self] in leave() }
    }

    /// Closes in the session's turn: discarding the input of many rejected clients at once would keep the kernel busy.
    private func leave() {
        guard case .leaving = state else { return }
        state = .gone
        if !isInBacklog { awaitTurn() }
    }

    /// Whether the client is idle only because it waits for a reply.
    var isBeingAnswered: Bool {
        if case .waiting = state { return true }
        return isInBacklog
    }

    func watchSilence() {
        let left = lastRead + ServingLimits.silence - services.loop.now
        silenceTimer = services.loop.schedule(in: left) { [self] in
            silenceTimer = nil
            if isBeingAnswered { lastRead = services.loop.now }
            if services.loop.now - lastRead < ServingLimits.silence {
                watchSilence()
            } else {
                connection.close()
            }
        }
    }

    func stopWatchingSilence() {
        if let silenceTimer { services.loop.cancel(silenceTimer) }
        silenceTimer = nil
    }
}

/// Bytes from a client that have not been processed.
struct RequestBuffer {
    enum Line {
        /// Without its line ending.
        case line(ArraySlice<UInt8>)
        case tooLong
    }

    private var bytes: ArraySlice<UInt8> = []

    /// Whether the buffer ends with an incomplete line.
    var hasRest: Bool { !bytes.isEmpty }

    /// Whether the next line is a simple bar request, which takes no time to parse or to answer.
    var isNextShort: Bool {
        let line = bytes.prefix(64)
        return line.starts(with: "short".utf8) && line.contains(UInt8(ascii: "\n"))
    }

    mutating func append(_ more: ArraySlice<UInt8>) {
        if hasRest { bytes += more } else { bytes = more }
    }

    /// Releases the read buffer after its requests were answered, keeping a copy of an incomplete line.
    mutating func shrink() {
        bytes = hasRest ? ArraySlice(Array(bytes)) : []
    }

    /// The next complete line; nil when more bytes are needed.
    mutating func next() -> Line? {
        guard let end = bytes.prefix(RequestLine.limit).firstIndex(of: UInt8(ascii: "\n")) else {
            return bytes.count >= RequestLine.limit ? .tooLong : nil
        }
        defer { bytes = bytes[(end + 1)...] }
        return .line(bytes[..<end])
    }
}

/// Sessions with more than one pending request. The first request is answered at once; the others are answered, and more is
/// read, in turns, so that new clients need not wait for all of them.
@EventLoopActor
final class RequestBacklog {
    /// The time slice of one session.
    private static let turn = Duration.microseconds(100)
    /// The time for all sessions before the event loop serves other connections, and the most sessions that may
    /// read in one iteration.
    private static let round = (duration: Duration.milliseconds(2), turns: 32)
    /// First requests within this interval count as a burst.
    private static let burst = Duration.milliseconds(2)

    private let loop: EventLoop
    /// The time of the last first request, and the size of the current burst.
    private var lastFirst: MonotonicTime
    private var firsts = 0
    private var waiting: [Session] = []

    init(loop: EventLoop) {
        self.loop = loop
        lastFirst = loop.now
    }

    /// Whether a session's first request is answered at once. In a large burst, the rest waits for its turn.
    func answersAtOnce() -> Bool {
        let now = loop.currentTime
        firsts = now - lastFirst > Self.burst ? 1 : firsts + 1
        lastFirst = now
        return firsts <= Self.round.turns
    }

    /// Schedules the session, which must not be queued already.
    func append(_ session: Session) {
        if waiting.isEmpty { scheduleRound() }
        waiting.append(session)
    }

    private func scheduleRound() {
        loop.runLater { [self] in serve() }
    }

    private func serve() {
        var now = loop.currentTime
        let end = now + Self.round.duration
        var turns = 0
        var unfinished: [Session] = []
        while turns < min(waiting.count, Self.round.turns), now < end {
            let session = waiting[turns]
            if !session.takeTurn(until: now + Self.turn) { unfinished.append(session) }
            turns += 1
            now = loop.currentTime
        }
        // They stay in the queue until here, so that only one round is scheduled.
        waiting.removeFirst(turns)
        waiting += unfinished
        if !waiting.isEmpty { scheduleRound() }
    }
}

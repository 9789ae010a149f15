import ClientProtocol
import Languages
import Platform
import Rendering
import Weather

/// One client's connection: splits its input into lines, and answers them in order.
///
/// A session reads only as fast as the client reads its replies, and buffers at most one chunk of requests and one reply
/// beyond the unread output. It answers `short` and the first request at once; everything else waits for its turn in the
/// backlog.
@EventLoopActor
final class Session {
    /// Runs asynchronous work for an answer, off the event loop.
    typealias Jobs = AsyncStream<@Sendable () async -> Void>.Continuation

    let connection: Connection
    private let sessions: Sessions
    /// The client's process id.
    private let process: Int32
    private var requests = RequestBuffer()
    private var state = State.answering
    /// The job that renders the reply that the session waits for; nil if none does.
    private var rendering: RenderQueue.Job?
    private var isInBacklog = false
    private var isFirst = true
    /// Whether the session continues once the client has read more of its replies.
    private var waitsForRoom = false
    private(set) var unreadBytes = 0
    private var inputHasEnded = false
    private var lastRead: MonotonicTime
    private var silenceTimer: Timer?

    private enum State {
        case answering
        /// A slow reply is being made; later requests wait.
        case waiting
        case watching(Watch)
        /// The final reply has been written; further input is discarded.
        case leaving
    }

    /// - Parameters:
    ///   - connection: a connection that is not open yet.
    ///   - process: the client's process id.
    init(_ connection: Connection, _ sessions: Sessions, process: Int32) {
        self.connection = connection
        self.sessions = sessions
        self.process = process
        lastRead = sessions.loop.now
    }

    /// - Returns: whether the connection is open; otherwise no callback is called.
    func start() -> Bool {
        guard connection.open(self) else { return false }
        watchSilence()
        connection.read()
        return true
    }

    // MARK: - Requests

    /// Answers the next request if it is `short` or the first; queues the others in the backlog.
    private func proceed() {
        if requests.isNextSmall, isFirst || requests.isNextShort { answerNext() }
        if requests.hasRest { awaitTurn() } else { rest() }
    }

    func awaitTurn() {
        guard !isInBacklog else { return }
        isInBacklog = true
        sessions.backlog.add { [self] in
            isInBacklog = false
            takeTurn()
        }
    }

    /// Answers one request, evaluates the watch, or reads more.
    private func takeTurn() {
        if case .watching(let watch) = state { watch.evaluate() }
        if answerNext(), requests.hasRest { awaitTurn() } else { rest() }
    }

    /// - Returns: whether there was a request.
    @discardableResult
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
        case .answering, .waiting, .watching, .leaving:
            return false
        }
    }

    private func answer(_ line: ArraySlice<UInt8>) {
        isFirst = false
        sessions.responder.effects.requested()
        switch sessions.recent.answer(to: line, by: sessions.responder) {
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
            let begun = sessions.jobs.yield { [self] in
                let answer = await work()
                await finish(answer)
            }
            if case .terminated = begun {
                state = .answering
                write(.error(.busy, ConnectionSentence.stopping))
            }
        case .render(let render):
            state = .waiting
            rendering = sessions.renders.add { () -> Rendered in
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
                    if let key { sessions.recent.keep(bytes, until: next, under: key, by: sessions.responder) }
                    finish { connection.write(bytes) }
                case .answer(let answer): finish(answer)
                }
            }
        case .watch(let reading): startWatch(reading)
        }
    }

    /// The result of a rendering.
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
        rendering = nil
        lastRead = sessions.loop.now
        answering()
        proceed()
    }

    private func write(_ reply: Reply) {
        connection.write(reply.bytes)
    }

    /// Reads more or closes, depending on the state; no request can be answered now.
    private func rest() {
        guard !isInBacklog else { return }
        waitsForRoom = !connection.hasRoom
        requests.shrink()
        switch state {
        case .answering where waitsForRoom, .waiting: break
        case .answering where inputHasEnded:
            if requests.hasRest { write(.error(.badRequest, ConnectionSentence.noLineEnd)) }
            state = .leaving
            connection.closeWhenSent()
        case .answering, .watching, .leaving: connection.read()
        }
    }

    // MARK: - Watching

    private func startWatch(_ reading: ViewRequest) {
        guard sessions.watched.admission.admit(reading, of: process) else {
            return write(.error(.busy, ConnectionSentence.tooManyWatched))
        }
        sessions.responder.effects.watching(sessions.watched.admission.count)
        let watch = Watch(
            reading: reading, replies: sessions.watched, connection: connection, loop: sessions.loop,
            now: sessions.responder.now)
        state = .watching(watch)
        stopWatchingSilence()
        watch.evaluate()
    }

    var isWatching: Bool {
        if case .watching = state { true } else { false }
    }

    /// Ends the watch or the rendering for this client.
    private func stopRendering() {
        switch state {
        case .watching(let watch):
            watch.stop()
            sessions.watched.admission.release(watch.reading, of: process)
            sessions.responder.effects.watching(sessions.watched.admission.count)
        case .waiting: rendering?.cancel()
        case .answering, .leaving: break
        }
    }
}

extension Session: ConnectionHandler {
    func received(_ bytes: ArraySlice<UInt8>) {
        lastRead = sessions.loop.now
        // Discarding the input of many rejected clients at once would keep the kernel busy.
        if case .leaving = state { return awaitTurn() }
        requests.append(bytes)
        proceed()
    }

    func inputEnded() {
        inputHasEnded = true
        rest()
    }

    func flushed() {
        note(unread: connection.unsentBytes)
        if case .watching(let watch) = state { watch.flushed() }
        if waitsForRoom, connection.hasRoom, !isInBacklog { proceed() }
    }

    func closed() {
        stopWatchingSilence()
        stopRendering()
        note(unread: 0)
        // The watch retains the sessions, which may retain this session for a while.
        state = .leaving
        requests = RequestBuffer()
        sessions.remove(self)
    }

    private func note(unread bytes: Int) {
        guard bytes != unreadBytes else { return }
        sessions.noteUnread(bytes - unreadBytes)
        unreadBytes = bytes
    }
}

// How a client's connection ends.
extension Session {
    /// Discards unread replies.
    func disconnect() {
        note(unread: 0)
        connection.close()
    }

    /// Sends the reason and closes after a delay: closing with unread input would reset the connection, and the client could
    /// lose the reply.
    private func reject(_ reply: Reply) {
        stopRendering()
        state = .leaving
        requests = RequestBuffer()
        write(reply)
        let pause = Duration.milliseconds(Int.random(in: ServerLimits.closeDelay))
        _ = sessions.loop.schedule(in: pause) { [self] in
            sessions.backlog.add { [self] in connection.close() }
        }
    }

    /// Whether the client is idle only because it waits for a reply.
    var isBeingAnswered: Bool {
        if case .waiting = state { return true }
        return isInBacklog
    }

    private func watchSilence() {
        let left = lastRead + ServerLimits.silence - sessions.loop.now
        silenceTimer = sessions.loop.schedule(in: left) { [self] in
            silenceTimer = nil
            if isBeingAnswered { lastRead = sessions.loop.now }
            if sessions.loop.now - lastRead < ServerLimits.silence {
                watchSilence()
            } else {
                connection.close()
            }
        }
    }

    private func stopWatchingSilence() {
        if let silenceTimer { sessions.loop.cancel(silenceTimer) }
        silenceTimer = nil
    }
}

/// Bytes from a client that have not been processed.
struct RequestBuffer {
    enum Line {
        /// A line without its line ending.
        case line(ArraySlice<UInt8>)
        case tooLong
    }

    private var bytes: ArraySlice<UInt8> = []

    /// Whether the buffer ends with an incomplete line.
    var hasRest: Bool { !bytes.isEmpty }

    /// Whether the next line is complete and takes no time to parse.
    var isNextSmall: Bool { bytes.prefix(64).contains(UInt8(ascii: "\n")) }

    var isNextShort: Bool { bytes.starts(with: "short".utf8) }

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

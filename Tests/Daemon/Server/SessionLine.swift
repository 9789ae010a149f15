import ManualLoop
import Platform
import Scratch

@testable import Server

/// A session on a socket in memory. The test controls its bytes and its clock.
@EventLoopActor
final class SessionLine {
    let jobs: AsyncStream<@Sendable () async -> Void>
    let socket = MemorySocket()
    private let clock: LoopClock
    private let sessions: Sessions
    private weak var session: Session?

    /// - Parameters:
    ///   - other: another client of the same daemon.
    ///   - process: the client's process id.
    ///   - unreadLimit: the maximum of unread bytes of all clients together; ignored with `other`.
    ///   - rendering: runs the rendering jobs; nil to add them to the other jobs.
    init(
        _ fixture: ResponderFixture, beside other: SessionLine? = nil, process: Int32 = 1,
        unreadLimit: Int = ServerLimits.unreadBytes, rendering: RenderQueue.Run? = nil
    ) {
        clock = other?.clock ?? LoopClock()
        let (jobs, continuation) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
        self.jobs = other?.jobs ?? jobs
        sessions =
            other?.sessions
            ?? Sessions(
                responder: fixture.responder, jobs: continuation,
                rendering: rendering ?? { work in continuation.yield { work() } }, loop: clock.loop,
                unreadLimit: unreadLimit)
        clock.sockets.append(socket)
        session = sessions.begin(Connection(socket, loop: clock.loop), process: process)
    }

    var isOpen: Bool { socket.isOpen }

    /// Whether the session is still in memory.
    var hasSession: Bool { session != nil }

    /// Only the first line has been answered when this returns.
    func begin(_ text: String) {
        socket.input += Array(text.utf8)
        clock.poll()
    }

    /// All of it has been answered when this returns.
    func send(_ text: String) {
        begin(text)
        advance(by: .milliseconds(1))
    }

    /// The client shuts down its sending side.
    func endInput() {
        socket.hasInputEnded = true
        advance(by: .zero)
    }

    /// The client disconnects, and its unread replies are lost.
    func disconnect() {
        socket.isConnected = false
        advance(by: .zero)
    }

    /// Everything sent to the client since the last call.
    func received() -> String {
        defer { socket.output = [] }
        return String(decoding: socket.output, as: UTF8.self)
    }

    func storeChanged() {
        sessions.storeChanged()
        advance(by: .zero)
    }

    /// Advances the time, and runs what is due.
    func advance(by duration: Duration) {
        clock.advance(by: duration)
    }
}

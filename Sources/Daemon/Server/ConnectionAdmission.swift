import CLinux
import ClientProtocol
import Glibc
import Languages
import Platform
import Rendering

/// Admits clients: processes of the daemon's own user, up to a limit.
@EventLoopActor
final class ConnectionAdmission {
    private let socket: Int32
    /// The most sessions at a time.
    private let limit: Int
    private let sessions: Sessions
    private var listener: Listener?

    /// - Parameter socket: the listening descriptor.
    init(socket: Int32, limit: Int, sessions: Sessions) {
        self.socket = socket
        self.limit = limit
        self.sessions = sessions
    }

    func open() throws(SocketError) {
        do throws(SystemError) {
            listener = try Listener(
                descriptor: socket, backlog: ServerLimits.backlog, pause: ServerLimits.acceptPause
            ) { [self] in admit($0) }
        } catch {
            throw .cannotAccept(reason: error.sentence)
        }
    }

    /// Creates a session for a new connection, or sends an error and disconnects it.
    private func admit(_ descriptor: Int32) {
        let connection = Connection(descriptor: descriptor)
        guard let peer = PeerCredentials(descriptor: descriptor), peer.user == getuid() else {
            return refuse(connection, .error(.badRequest, ConnectionSentence.otherUser(than: getuid())))
        }
        guard sessions.count < limit else {
            return refuse(connection, .error(.busy, ConnectionSentence.full(limit)))
        }
        sessions.begin(connection, process: peer.process)
    }

    private func refuse(_ connection: Connection, _ reply: Reply) {
        guard connection.open(nil) else { return }
        connection.write(reply.bytes)
        connection.closeWhenSent()
    }

    /// How long clients that have just been accepted have to send their request and get the reply.
    private static let farewell = Duration.milliseconds(20)

    /// How long clients may wait for replies to cancelled requests: a setting is still written to disk. A service manager
    /// kills the daemon after 5 s.
    private static let patience = Duration.seconds(2)
    private static let pause = Duration.milliseconds(5)

    /// Stops accepting clients, and gives those that have just been accepted time for a request.
    func stopAccepting() async {
        listener?.close()
        // The listener's closure holds this object.
        listener = nil
        if sessions.count > 0 { await sessions.loop.pass(Self.farewell) }
    }

    /// Ends every session once its client has the replies that it waits for, after sending as much output as the kernel
    /// accepts.
    func close() async {
        let end = sessions.loop.currentTime + Self.patience
        while sessions.areAwaited, sessions.loop.currentTime < end {
            await sessions.loop.pass(Self.pause)
        }
        sessions.close()
    }
}

extension EventLoop {
    /// Waits, also in a cancelled task.
    fileprivate func pass(_ duration: Duration) async {
        await withCheckedContinuation { end in
            _ = schedule(in: duration) { end.resume() }
        }
    }
}

/// The sessions of one event loop, and their shared state.
@EventLoopActor
final class Sessions {
    let responder: Responder
    let jobs: Session.Jobs
    let loop: EventLoop
    let backlog: Backlog
    let renders: RenderQueue
    let watched: WatchedReplies
    let recent = RecentReplies()
    private var open: [ObjectIdentifier: Session] = [:]
    /// The most unread reply bytes of all clients.
    private let unreadLimit: Int
    private var unreadBytes = 0
    /// Whether the clients with the most unread bytes are about to be disconnected.
    private var willDisconnect = false
    /// The most sessions since memory was last returned to the system.
    private var crowd = 0
    /// Whether a timer is set that returns memory to the system.
    private var willTrim = false

    /// - Parameters:
    ///   - rendering: runs a closure on the rendering thread.
    ///   - unreadLimit: the most unread bytes of all clients together.
    init(
        responder: Responder, jobs: Session.Jobs, rendering: @escaping RenderQueue.Run, loop: EventLoop = .shared,
        unreadLimit: Int = ServerLimits.unreadBytes
    ) {
        self.responder = responder
        self.jobs = jobs
        self.loop = loop
        self.unreadLimit = unreadLimit
        backlog = Backlog(loop: loop)
        renders = RenderQueue(run: rendering)
        watched = WatchedReplies(responder: responder, renders: renders, backlog: backlog)
    }

    var count: Int { open.count }

    /// - Parameter process: the client's process id.
    /// - Returns: nil when the kernel is out of memory for watching the socket.
    @discardableResult
    func begin(_ connection: Connection, process: Int32) -> Session? {
        let session = Session(connection, self, process: process)
        guard session.start() else { return nil }
        open[ObjectIdentifier(session)] = session
        crowd = max(crowd, open.count)
        return session
    }

    /// Returns memory to the system when most sessions have ended; the C library would otherwise keep it.
    func remove(_ session: Session) {
        open[ObjectIdentifier(session)] = nil
        guard crowd >= 64, open.count <= crowd / 8 else { return }
        crowd = open.count
        // Requests and renderings of disconnected clients release their memory a little later.
        guard !willTrim else { return }
        willTrim = true
        _ = loop.schedule(in: .seconds(1)) { [self] in
            willTrim = false
            malloc_trim(0)
        }
    }

    /// Whether a client waits for a reply.
    var areAwaited: Bool { open.values.contains(where: \.isBeingAnswered) }

    /// Closes every connection after sending as much output as the kernel accepts.
    func close() {
        for session in open.values {
            session.connection.flush()
            session.connection.close()
        }
    }

    /// Renders watched replies again.
    func storeChanged() {
        recent.forget()
        watched.forget()
        for session in open.values where session.isWatching { session.awaitTurn() }
    }

    /// Disconnects the clients with the most unread replies when the total exceeds the limit, so that others can be served.
    ///
    /// - Parameter change: the change in one client's unread bytes.
    func noteUnread(_ change: Int) {
        unreadBytes += change
        guard unreadBytes > unreadLimit, !willDisconnect else { return }
        willDisconnect = true
        // Some clients may read their replies in this iteration.
        loop.runLater { [self] in disconnectSlowest() }
    }

    private func disconnectSlowest() {
        willDisconnect = false
        for session in open.values.sorted(by: { $0.unreadBytes > $1.unreadBytes }) {
            guard unreadBytes > unreadLimit else { return }
            session.disconnect()
        }
    }
}

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
    private let services: SessionServices
    private var listener: Listener?
    private var sessions: [ObjectIdentifier: Session] = [:]
    /// Whether watchers are being notified of a change, and whether there was another change meanwhile.
    private var news = (isBeingSent: false, isStale: false)
    /// The most sessions since memory was last returned to the system.
    private var crowd = 0
    /// Whether a timer is set that returns memory to the system.
    private var willTrim = false

    /// - Parameters:
    ///   - socket: the listening descriptor.
    ///   - rendering: runs a closure on the rendering thread.
    init(socket: Int32, responder: Responder, jobs: Session.Jobs, rendering: @escaping RenderQueue.Run, limit: Int) {
        self.socket = socket
        self.limit = limit
        services = SessionServices(responder: responder, jobs: jobs, rendering: rendering, loop: .shared)
    }

    func open() throws(ServingError) {
        do throws(SystemCallFailure) {
            listener = try Listener(
                descriptor: socket, backlog: ServingLimits.backlog, pause: ServingLimits.acceptPause
            ) { [self] in admit($0) }
        } catch {
            throw .cannotAccept(reason: error.reason)
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
        let key = ObjectIdentifier(connection)
        let session = Session(connection, services, process: peer.process) { [self] in leave(key) }
        guard session.start() else { return }
        sessions[key] = session
        crowd = max(crowd, sessions.count)
    }

    private func refuse(_ connection: Connection, _ reply: Reply) {
        guard connection.open(nil) else { return }
        connection.write(reply.bytes)
        connection.closeWhenSent()
    }

    /// Returns memory to the system when most sessions have ended; the C library would otherwise keep it.
    private func leave(_ key: ObjectIdentifier) {
        sessions[key] = nil
        guard crowd >= 64, sessions.count <= crowd / 8 else { return }
        crowd = sessions.count
        // Requests and renderings of clients that have left release their memory a little later.
        guard !willTrim else { return }
        willTrim = true
        _ = services.loop.schedule(in: .seconds(1)) { [self] in
            willTrim = false
            malloc_trim(0)
        }
    }

    /// Renders watched replies again.
    func storeChanged() {
        services.recent.forget()
        services.watched.forget()
        news.isStale = true
        if !news.isBeingSent { notifyWatchers() }
    }

    /// Notifies the watchers in slices, and again if another change happened meanwhile.
    private func notifyWatchers() {
        news = (isBeingSent: true, isStale: false)
        for session in sessions.values where session.isWatching {
            services.paced.add { session.storeChanged() }
        }
        services.paced.add { [self] in
            news.isBeingSent = false
            if news.isStale { notifyWatchers() }
        }
    }

    /// The time for clients that have just been accepted to send their request and get the reply.
    private static let farewell = Duration.milliseconds(20)

    /// How long clients may wait for replies to cancelled requests: a setting is still written to disk. A service manager
    /// kills the daemon after 5 s.
    private static let patience = Duration.seconds(2)
    private static let pause = Duration.milliseconds(5)

    /// Stops accepting clients, and gives those that have just been accepted the time for a request.
    func stopAccepting() async {
        listener?.close()
        // The listener's closure holds this object.
        listener = nil
        if !sessions.isEmpty { await services.loop.pass(Self.farewell) }
    }

    /// Ends every session when the clients have the replies that they wait for, after sending as much output as the kernel
    /// accepts.
    func close() async {
        let end = services.loop.currentTime + Self.patience
        while sessions.values.contains(where: \.isBeingAnswered), services.loop.currentTime < end {
            await services.loop.pass(Self.pause)
        }
        for session in sessions.values {
            session.connection.flush()
            session.connection.close()
        }
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

/// Services shared by the sessions of one event loop.
@EventLoopActor
final class SessionServices {
    let responder: Responder
    let jobs: Session.Jobs
    let loop: EventLoop
    let backlog: RequestBacklog
    let readers: SlowReaders
    let recent = RecentReplies()
    let renders: RenderQueue
    let watched: WatchedReplies
    let paced: PacedTasks
    private var clients = 0

    /// - Parameters:
    ///   - rendering: runs a closure on the rendering thread.
    ///   - unreadLimit: the most unread bytes of all clients together.
    init(
        responder: Responder, jobs: Session.Jobs, rendering: @escaping RenderQueue.Run, loop: EventLoop,
        unreadLimit: Int = ServingLimits.unreadBytes
    ) {
        self.responder = responder
        self.jobs = jobs
        self.loop = loop
        backlog = RequestBacklog(loop: loop)
        readers = SlowReaders(loop: loop, limit: unreadLimit)
        renders = RenderQueue(run: rendering)
        paced = PacedTasks(loop: loop)
        watched = WatchedReplies(responder: responder, renders: renders, paced: paced)
    }

    func newClient() -> RenderQueue.Client {
        clients += 1
        return clients
    }
}

/// Disconnects the clients with the most unread replies when the total exceeds the limit, so that other clients can be
/// served.
@EventLoopActor
final class SlowReaders {
    private let loop: EventLoop
    private var unread: UnreadReplies
    /// Clients with unread replies.
    private var connections: [RenderQueue.Client: Connection] = [:]
    private var isCheckScheduled = false

    /// - Parameter limit: the most unread bytes of all clients together.
    init(loop: EventLoop, limit: Int) {
        self.loop = loop
        unread = UnreadReplies(limit: limit)
    }

    /// - Parameter count: the client's unread bytes.
    func note(_ count: Int, of client: RenderQueue.Client, at connection: Connection) {
        unread.note(count, of: client)
        connections[client] = count > 0 ? connection : nil
        guard unread.exceedLimit, !isCheckScheduled else { return }
        isCheckScheduled = true
        // Some clients may read their replies in this iteration.
        loop.runLater { [self] in check() }
    }

    private func check() {
        isCheckScheduled = false
        for client in unread.slowestClients { connections[client]?.close() }
    }
}

/// Counts the unread reply bytes of each client, and selects the clients to disconnect above the limit.
struct UnreadReplies {
    private let limit: Int
    private var counts: [RenderQueue.Client: Int] = [:]
    private var sum = 0

    /// - Parameter limit: the most bytes of all clients together.
    init(limit: Int) {
        self.limit = limit
    }

    var exceedLimit: Bool { sum > limit }

    /// - Parameter count: the client's unread bytes, which replaces the previous number.
    mutating func note(_ count: Int, of client: RenderQueue.Client) {
        sum += count - (counts[client] ?? 0)
        counts[client] = count > 0 ? count : nil
    }

    /// The clients to disconnect to get below the limit: those with the most unread bytes, and among equals the oldest
    /// connection. Empty while the total is within the limit.
    var slowestClients: [RenderQueue.Client] {
        var clients: [RenderQueue.Client] = []
        var rest = sum
        for (client, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            guard rest > limit else { break }
            clients.append(client)
            rest -= count
        }
        return clients
    }
}

import Glibc
public import Platform

/// Listens on the socket and runs a session for each client, until the task is cancelled.
public struct Server: BackgroundService {
    private let socket: ListeningSocket
    private let responder: Responder
    private let changes: AsyncStream<Void>
    private let started: @Sendable (Requests) async -> Void

    /// - Parameters:
    ///   - changes: yields whenever replies may have changed.
    ///   - started: called when the server accepts connections, with the means to answer requests from elsewhere.
    public init(
        socket: ListeningSocket, responder: Responder, changes: AsyncStream<Void>,
        started: @escaping @Sendable (Requests) async -> Void = { _ in }
    ) {
        self.socket = socket
        self.responder = responder
        self.changes = changes
        self.started = started
    }

    public func run() async throws {
        let renderer = SerialThread(name: "rendering")
        defer { renderer.end() }
        let (jobs, jobContinuation) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
        let sessions = await Sessions(responder: responder, jobs: jobContinuation, rendering: { renderer.run($0) })
        let admission = await ConnectionAdmission(
            socket: socket.descriptor, limit: ServerLimits.raiseDescriptorLimit(), sessions: sessions)
        try await admission.open()
        let requests = await Requests(sessions)
        await withTaskGroup { group in
            group.addTask { await Self.run(jobs) }
            group.addTask { await started(requests) }
            group.addTask { for await _ in changes { await sessions.storeChanged() } }
            await untilCancelled()
            // Removes the path first, so that new clients fail at once instead of waiting.
            socket.removeFile()
            await admission.stopAccepting()
            jobContinuation.finish()
            group.cancelAll()
            await admission.close()
        }
    }

    private static func run(_ jobs: AsyncStream<@Sendable () async -> Void>) async {
        await withDiscardingTaskGroup { group in
            for await job in jobs { group.addTask { await job() } }
        }
    }
}

/// Limits on the resources that clients can use.
enum ServerLimits {
    static let connections = 4096
    /// The listen backlog.
    static let backlog: Int32 = 1024
    /// How long to stop accepting when the process runs out of file descriptors.
    static let acceptPause = Duration.milliseconds(100)
    /// The idle timeout of connections without a watch.
    static let silence = Duration.seconds(60)
    /// Unread reply bytes of all clients together; above it, the clients with the most are disconnected.
    static let unreadBytes = 64 << 20
    /// Distinct watched replies per process, and in total.
    static let watchedRepliesOfProcess = 64
    static let watchedReplies = 512
    /// How long to keep reading from a client that exceeded a limit, so that it can receive the reason, ms. The range
    /// spreads out reconnects.
    static let closeDelay: ClosedRange<Int> = 1000...2000

    /// Descriptors reserved for files, timers, signals and the connections to providers.
    private static let spareDescriptors = 256

    /// Raises the soft limit of open files up to what all connections need, if the hard limit allows it.
    ///
    /// - Returns: the number of connections that fit.
    static func raiseDescriptorLimit() -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        // A sandbox may forbid getrlimit(2). Assume the usual limit of 1024, which cannot be raised then.
        guard getrlimit(resource, &limit) == 0 else { return 1024 - spareDescriptors }
        let wanted = min(rlim_t(connections + spareDescriptors), limit.rlim_max)
        if limit.rlim_cur < wanted {
            let raised = rlimit(rlim_cur: wanted, rlim_max: limit.rlim_max)
            if withUnsafePointer(to: raised, { setrlimit(resource, $0) }) == 0 { limit = raised }
        }
        let most = Int(clamping: limit.rlim_cur)
        // With a low limit, half of it is reserved.
        return max(1, min(connections, most - min(spareDescriptors, most / 2)))
    }
}

public import Platform

/// Listens on the socket and runs a session for each client, until the task is cancelled.
public struct Server: Service {
    private let socket: ListeningSocket
    private let responder: Responder
    private let changes: AsyncStream<Void>
    private let started: @Sendable () -> Void

    /// - Parameters:
    ///   - changes: yields whenever replies may have changed.
    ///   - started: called when the server accepts connections.
    public init(
        socket: ListeningSocket, responder: Responder, changes: AsyncStream<Void>,
        started: @escaping @Sendable () -> Void = {}
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
        let admission = await ConnectionAdmission(
            socket: socket.descriptor, responder: responder, jobs: jobContinuation,
            rendering: { renderer.run($0) }, limit: ServingLimits.raiseDescriptorLimit())
        try await admission.open()
        started()
        await withTaskGroup { group in
            group.addTask { await Self.run(jobs) }
            group.addTask { for await _ in changes { await admission.storeChanged() } }
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

public import NIOCore
import NIOPosix
public import ServiceLifecycle

/// Listens on the socket and gives each client a session, until it is told to end.
public struct Server: Service {
    private let socket: ListeningSocket
    private let eventLoop: any EventLoop
    private let responder: Responder
    private let changes: AsyncStream<Void>
    private let started: @Sendable () -> Void

    /// - Parameters:
    ///   - changes: an element whenever replies may have changed.
    ///   - started: called when connections are being accepted.
    public init(
        socket: ListeningSocket, eventLoop: any EventLoop, responder: Responder, changes: AsyncStream<Void>,
        started: @escaping @Sendable () -> Void = {}
    ) {
        self.socket = socket
        self.eventLoop = eventLoop
        self.responder = responder
        self.changes = changes
        self.started = started
    }

    public func run() async throws {
        let renderer = NIOThreadPool(numberOfThreads: 1)
        renderer.start()
        do {
            try await serve(rendering: { work in renderer.submit { _ in work() } })
        } catch {
            try? await renderer.shutdownGracefully()
            throw error
        }
        try? await renderer.shutdownGracefully()
    }

    private func serve(rendering: @escaping RenderQueue.Run) async throws {
        let (jobs, jobContinuation) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
        let door = Door(
            responder: responder, jobs: jobContinuation, rendering: rendering, eventLoop: eventLoop,
            limit: ServingLimits.raiseDescriptorLimit())
        let channel = try await listen(door)
        started()
        await withTaskGroup { group in
            group.addTask { await Self.run(jobs) }
            group.addTask { for await _ in changes { door.storeChanged() } }
            try? await gracefulShutdown()
            // The path goes first: a client that finds none knows at once that nobody is there.
            socket.removeFile()
            try? await channel.close()
            await door.closeAll()
            jobContinuation.finish()
            group.cancelAll()
        }
    }

    private func listen(_ door: Door) async throws -> any Channel {
        try await ServerBootstrap(group: eventLoop)
            .serverChannelOption(.maxMessagesPerRead, value: 64)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(AcceptPause()) }
            }
            .childChannelOption(.autoRead, value: false)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(
                .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: ServingLimits.chunk)
            )
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.writeBufferWaterMark, value: ServingLimits.writeBufferWaterMark)
            .childChannelInitializer { channel in door.admit(channel) }
            .withBoundSocket(socket.descriptor)
            .get()
    }

    private static func run(_ jobs: AsyncStream<@Sendable () async -> Void>) async {
        await withDiscardingTaskGroup { group in
            for await job in jobs { group.addTask { await job() } }
        }
    }
}

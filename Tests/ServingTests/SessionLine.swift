import NIOCore
import NIOEmbedded
import Scratch

@testable import Serving

/// A session on a channel whose bytes and clock the test has in its hands.
final class SessionLine: Sendable {
    let channel: NIOAsyncTestingChannel
    let jobs: AsyncStream<@Sendable () async -> Void>

    private let session: NIOLoopBound<Session>
    private let services: NIOLoopBound<SessionServices>

    /// - Parameters:
    ///   - other: another client of the same daemon.
    ///   - process: the id of the client's.
    ///   - unreadLimit: the most unread bytes of all clients together; it has no effect beside another.
    init(
        _ kitchen: Kitchen, beside other: SessionLine? = nil, process: Int32 = 1,
        unreadLimit: Int = ServingLimits.unreadBytes
    ) async throws {
        let channel = NIOAsyncTestingChannel(loop: other?.channel.testingEventLoop ?? NIOAsyncTestingEventLoop())
        let (jobs, continuation) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
        self.channel = channel
        self.jobs = other?.jobs ?? jobs
        (session, services) = try await channel.testingEventLoop.submit { [other] in
            let services =
                other?.services
                ?? NIOLoopBound(
                    SessionServices(
                        responder: kitchen.responder, jobs: continuation,
                        rendering: { work in continuation.yield { work() } }, eventLoop: channel.eventLoop,
                        unreadLimit: unreadLimit),
                    eventLoop: channel.eventLoop)
            let session = Session(services.value, process: process, eventLoop: channel.testingEventLoop)
            try channel.pipeline.syncOperations.addHandler(session)
            return (NIOLoopBound(session, eventLoop: channel.testingEventLoop), services)
        }.get()
        try await channel.connect(to: try SocketAddress(unixDomainSocketPath: "/x"))
    }

    /// Only the first line has been answered when this returns.
    func begin(_ text: String) async throws {
        try await channel.writeInbound(ByteBuffer(string: text))
    }

    /// All of it has been answered when this returns.
    func send(_ text: String) async throws {
        try await begin(text)
        await advance(by: .milliseconds(1))
    }

    /// The client reads nothing any more.
    func stopReading() async throws {
        try await channel.testingEventLoop.submit { [channel] in
            try channel.pipeline.syncOperations.addHandler(FullSocket(), position: .first)
        }.get()
    }

    /// Everything sent to the client since the last call.
    func received() async throws -> String {
        var text = ""
        while let part = try await channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: part) }
        return text
    }

    func storeChanged() async throws {
        try await channel.testingEventLoop.submit { [session, services] in
            services.value.watched.forget()
            session.value.storeChanged()
        }.get()
    }

    func advance(by time: TimeAmount) async {
        await channel.testingEventLoop.advanceTime(by: time)
    }
}

/// Leaves what is written in the channel, as a socket does whose other end does not read.
private final class FullSocket: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var unsent: [EventLoopPromise<Void>] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(data, promise: nil)
        if let promise { unsent.append(promise) }
    }

    func flush(context: ChannelHandlerContext) {}

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        for promise in unsent { promise.fail(ChannelError.ioOnClosedChannel) }
        context.close(mode: mode, promise: promise)
    }
}

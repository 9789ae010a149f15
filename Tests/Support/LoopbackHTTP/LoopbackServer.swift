import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A web server on 127.0.0.1 with scripted answers that records the requests.
///
/// ```swift
/// let server = try await LoopbackServer.start { _ in .json("{}") }
/// … server.url …
/// let first = await server.requests(atLeast: 1)
/// await server.stop()
/// ```
public final class LoopbackServer: Sendable {
    public typealias Handler = @Sendable (LoopbackRequest) -> LoopbackResponse

    /// `http://127.0.0.1:40123`
    public var url: String { "\(scheme)://127.0.0.1:\(port)" }
    public let port: Int

    private let scheme: String
    private let group: MultiThreadedEventLoopGroup
    private let state: SharedState

    private init(port: Int, scheme: String, group: MultiThreadedEventLoopGroup, state: SharedState) {
        self.port = port
        self.scheme = scheme
        self.group = group
        self.state = state
    }

    /// Listens on a free port. The handler runs on the server's event loop and must not block.
    ///
    /// - Parameters:
    ///   - port: a specific port instead of a free one.
    ///   - socket: a bound socket, for example in another network namespace; nil for one on 127.0.0.1.
    ///   - identity: its TLS identity; nil for plain HTTP.
    public static func start(
        port: Int = 0, on socket: CInt? = nil, identity: ServerIdentity? = nil, handler: @escaping Handler
    ) async throws -> LoopbackServer {
        // An invalid identity fails here, instead of at each connection.
        if let identity { _ = try TLSServerHandler(identity) }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let state = SharedState(handler: handler)
        do {
            let bootstrap = ServerBootstrap(group: group)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if let identity { try channel.pipeline.syncOperations.addHandler(TLSServerHandler(identity)) }
                        try channel.pipeline.syncOperations.addHandlers(
                            ByteToMessageHandler(HTTPRequestDecoder()),
                            LoopbackConnection { state.response(to: $0) })
                    }
                }
            let bound =
                if let socket { bootstrap.withBoundSocket(socket) } else {
                    bootstrap.bind(host: "127.0.0.1", port: port)
                }
            let channel = try await bound.get()
            return LoopbackServer(
                port: channel.localAddress?.port ?? 0, scheme: identity == nil ? "http" : "https", group: group,
                state: state)
        } catch {
            try await group.shutdownGracefully()
            throw error
        }
    }

    /// Runs `body` with a server that is always stopped at the end.
    public static func running<Outcome>(
        identity: ServerIdentity? = nil, handler: @escaping Handler,
        _ body: (LoopbackServer) async throws -> Outcome
    ) async throws -> Outcome {
        let server = try await start(identity: identity, handler: handler)
        do {
            let outcome = try await body(server)
            await server.stop()
            return outcome
        } catch {
            await server.stop()
            throw error
        }
    }

    /// Changes the answers to future requests.
    public func respond(with handler: @escaping Handler) {
        state.respond(with: handler)
    }

    /// All requests so far, in order.
    public var requests: [LoopbackRequest] { state.requests }

    /// Waits until there are `count` requests, and returns all. Returns fewer if the server is stopped or the task
    /// cancelled first.
    @discardableResult
    public func requests(atLeast count: Int) async -> [LoopbackRequest] {
        await state.requests(atLeast: count)
    }

    /// Closes the port and all connections, including those that hang.
    public func stop() async {
        // The only error is that it is stopped twice.
        try? await group.shutdownGracefully()
        state.releaseWaiters()
    }
}

/// The state that the event loop and the test share.
private final class SharedState: Sendable {
    private struct State {
        var handler: LoopbackServer.Handler
        var requests: [LoopbackRequest] = []
        var waiters: [Int: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
        var nextWaiter = 0
        var isStopped = false

        mutating func remove(where isDone: (Int) -> Bool) -> [CheckedContinuation<Void, Never>] {
            let done = waiters.filter { isDone($0.value.count) }
            for key in done.keys { waiters[key] = nil }
            return done.values.map(\.continuation)
        }
    }

    private let state: Mutex<State>

    init(handler: @escaping LoopbackServer.Handler) {
        state = Mutex(State(handler: handler))
    }

    var requests: [LoopbackRequest] { state.withLock { $0.requests } }

    func respond(with handler: @escaping LoopbackServer.Handler) {
        state.withLock { $0.handler = handler }
    }

    func response(to request: LoopbackRequest) -> LoopbackResponse {
        let (handler, satisfied) = state.withLock { state in
            state.requests.append(request)
            let count = state.requests.count
            return (state.handler, state.remove { $0 <= count })
        }
        for waiter in satisfied { waiter.resume() }
        return handler(request)
    }

    func requests(atLeast count: Int) async -> [LoopbackRequest] {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    if state.requests.count >= count || state.isStopped || Task.isCancelled { return true }
                    state.waiters[id] = (count, continuation)
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
        }
        return requests
    }

    func releaseWaiters() {
        let waiters = state.withLock { state in
            state.isStopped = true
            return state.remove { _ in true }
        }
        for waiter in waiters { waiter.resume() }
    }
}

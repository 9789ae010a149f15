import COpenSSL
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

    private struct State {
        var handler: Handler
        var requests: [LoopbackRequest] = []
        /// One for each waiting test; nil once the server is stopped.
        var arrivals: [AsyncStream<Void>.Continuation]? = []
    }

    /// `http://127.0.0.1:40123`
    public var url: String { "\(context == nil ? "http" : "https")://127.0.0.1:\(port)" }
    public var port: Int { listener.port }

    private let listener: LoopbackListener
    /// OpenSSL's, which several threads may use; nil for plain HTTP.
    private nonisolated(unsafe) let context: OpaquePointer?
    private let state: Mutex<State>

    private init(_ listener: LoopbackListener, _ context: OpaquePointer?, _ handler: @escaping Handler) {
        (self.listener, self.context) = (listener, context)
        state = Mutex(State(handler: handler))
    }

    deinit {
        SSL_CTX_free(context)
    }

    /// Listens on a free port. The handler runs on the connection's thread and must not block.
    ///
    /// - Parameters:
    ///   - port: a specific port instead of a free one.
    ///   - socket: a bound socket, for example in another network namespace; nil for one on 127.0.0.1.
    ///   - identity: its TLS identity; nil for plain HTTP.
    public static func start(
        port: Int = 0, on socket: CInt? = nil, identity: ServerIdentity? = nil, handler: @escaping Handler
    ) async throws -> LoopbackServer {
        let context = try identity?.context()
        let server = LoopbackServer(try LoopbackListener(port: port, on: socket), context, handler)
        server.listener.run { server.serve(LoopbackStream($0, server.context)) }
        return server
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

    private func serve(_ stream: LoopbackStream) {
        var received: [UInt8] = []
        while let bytes = stream.read() {
            received += bytes
            while let end = received.firstRange(of: "\r\n\r\n".utf8)?.upperBound ?? Self.garbage(received) {
                guard let request = LoopbackRequest(String(decoding: received[..<end], as: UTF8.self)) else {
                    stream.write(LoopbackResponse.head(400, length: 0))
                    return
                }
                received.removeFirst(end)
                guard response(to: request).send(over: stream) else { return }
            }
        }
    }

    /// The length of what cannot become a request, such as a TLS handshake, which web servers answer too.
    private static func garbage(_ received: [UInt8]) -> Int? {
        received.first.flatMap { (65...90).contains($0) ? nil : received.count }
    }

    private func response(to request: LoopbackRequest) -> LoopbackResponse {
        let handler = state.withLock { state in
            state.requests.append(request)
            state.arrivals?.removeAll { if case .terminated = $0.yield() { true } else { false } }
            return state.handler
        }
        return handler(request)
    }

    /// Changes the answers to future requests.
    public func respond(with handler: @escaping Handler) {
        state.withLock { $0.handler = handler }
    }

    /// All requests so far, in order.
    public var requests: [LoopbackRequest] { state.withLock { $0.requests } }

    /// Waits until there are `count` requests, and returns all. Returns fewer if the server is stopped or the task
    /// cancelled first.
    @discardableResult
    public func requests(atLeast count: Int) async -> [LoopbackRequest] {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        arrival.yield()
        state.withLock {
            $0.arrivals?.append(arrival)
            if $0.arrivals == nil { arrival.finish() }
        }
        for await _ in arrivals where requests.count >= count { break }
        arrival.finish()
        return requests
    }

    /// Closes the port and all connections, including those that hang.
    public func stop() async {
        await listener.stop()
        state.withLock { state in
            for arrival in state.arrivals ?? [] { arrival.finish() }
            state.arrivals = nil
        }
    }
}

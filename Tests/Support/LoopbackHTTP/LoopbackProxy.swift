import NIOCore
import NIOPosix
import Synchronization

/// A proxy on 127.0.0.1, with `CONNECT` and SOCKS 5, that records the requested hosts. It connects all clients to one
/// port of the loopback interface, so host names need not exist.
public final class LoopbackProxy: Sendable {
    public let port: Int
    private let group: MultiThreadedEventLoopGroup
    private let log: ProxyLog

    private init(port: Int, group: MultiThreadedEventLoopGroup, log: ProxyLog) {
        (self.port, self.group, self.log) = (port, group, log)
    }

    /// The requested hosts, in order: `api.example.org:443`.
    public var targets: [String] { log.targets.withLock { $0 } }
    /// The credentials of clients: `Basic …`.
    public var authorizations: [String] { log.authorizations.withLock { $0 } }
    /// The accepted connections.
    public var connections: Int { log.connections.withLock { $0 } }

    /// What the proxy does with requests, instead of connecting.
    public enum Fault: Sendable, Hashable {
        /// Answers with a status, and these lines of headers.
        case refusal(String, headers: String = "")
        /// Never answers.
        case hang
        case close
        /// Closes the connection after the first bytes.
        case closeAtOnce
        /// Answers with these bytes, and keeps the connection open.
        case garbage(String)
        /// Reports a connection, then closes it.
        case closeAfterConnect
        /// Reports a connection, then never sends anything.
        case hangAfterConnect
        /// Answers a SOCKS client with these bytes.
        case socks([UInt8])
    }

    /// Runs `body` with a proxy that is stopped at the end.
    ///
    /// - Parameters:
    ///   - target: the port that it connects to.
    ///   - fault: what it does instead; nil for nothing.
    public static func running<Outcome>(
        to target: Int, fault: Fault? = nil, _ body: (LoopbackProxy) async throws -> Outcome
    ) async throws -> Outcome {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let log = ProxyLog()
        let channel = try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        ProxyGreeting(target: target, fault: fault, log: log))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let proxy = LoopbackProxy(port: channel.localAddress?.port ?? 0, group: group, log: log)
        do {
            let outcome = try await body(proxy)
            try await group.shutdownGracefully()
            return outcome
        } catch {
            try await group.shutdownGracefully()
            throw error
        }
    }
}

private final class ProxyLog: Sendable {
    let targets = Mutex<[String]>([])
    let authorizations = Mutex<[String]>([])
    let connections = Mutex(0)
}

/// Reads a client's request, then removes itself from the pipeline.
private final class ProxyGreeting: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let target: Int
    private let fault: LoopbackProxy.Fault?
    private let log: ProxyLog
    private var received: [UInt8] = []
    private var isGreeted = false
    private var isAnswered = false

    init(target: Int, fault: LoopbackProxy.Fault?, log: ProxyLog) {
        (self.target, self.fault, self.log) = (target, fault, log)
    }

    func channelActive(context: ChannelHandlerContext) {
        log.connections.withLock { $0 += 1 }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += unwrapInboundIn(data).readableBytesView
        guard !isAnswered else { return }
        if fault == .closeAtOnce {
            context.close(promise: nil)
        } else if case .socks(let bytes) = fault {
            context.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: nil)
        } else if received.first == 5 {
            readSOCKS(context)
        } else {
            readConnect(context)
        }
    }

    private func readConnect(_ context: ChannelHandlerContext) {
        let text = String(decoding: received, as: UTF8.self)
        guard text.hasSuffix("\r\n\r\n") else { return }
        let lines = text.split(separator: "\r\n")
        let words = lines[0].split(separator: " ")
        if words.first == "CONNECT" { log.targets.withLock { $0.append(String(words[1])) } }
        for line in lines where line.lowercased().hasPrefix("proxy-authorization: ") {
            log.authorizations.withLock { $0.append(String(line.dropFirst("proxy-authorization: ".count))) }
        }
        guard let fault else {
            return relay(context, sending: Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
        }
        commit(fault, context)
    }

    private func commit(_ fault: LoopbackProxy.Fault, _ context: ChannelHandlerContext) {
        isAnswered = true
        let channel = context.channel
        func answer(_ text: String, closes: Bool) {
            let answered = channel.writeAndFlush(ByteBuffer(string: text))
            if closes { answered.whenComplete { _ in channel.close(promise: nil) } }
        }
        switch fault {
        case .refusal(let status, let headers):
            answer("HTTP/1.1 \(status)\r\n\(headers)Content-Length: 0\r\n\r\n", closes: true)
        case .hang, .socks: break
        case .close, .closeAtOnce: channel.close(promise: nil)
        case .garbage(let text): answer(text, closes: false)
        case .closeAfterConnect: answer("HTTP/1.1 200 OK\r\n\r\n", closes: true)
        case .hangAfterConnect: answer("HTTP/1.1 200 OK\r\n\r\n", closes: false)
        }
    }

    /// RFC 1928, without authentication, for host names.
    private func readSOCKS(_ context: ChannelHandlerContext) {
        if !isGreeted {
            guard received.count >= 2, received.count >= 2 + Int(received[1]) else { return }
            received.removeFirst(2 + Int(received[1]))
            isGreeted = true
            context.channel.writeAndFlush(ByteBuffer(bytes: [5, 0]), promise: nil)
        }
        guard received.count >= 5, received[3] == 3, received.count >= 7 + Int(received[4]) else { return }
        let length = Int(received[4])
        let port = Int(received[5 + length]) << 8 | Int(received[6 + length])
        let name = String(decoding: received[5..<(5 + length)], as: UTF8.self)
        log.targets.withLock { $0.append("\(name):\(port)") }
        relay(context, sending: [5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
    }

    private func relay(_ context: ChannelHandlerContext, sending words: [UInt8]) {
        let channel = context.channel
        channel.pipeline.syncOperations.removeHandler(self, promise: nil)
        ClientBootstrap(group: channel.eventLoop)
            .channelInitializer { server in
                server.eventLoop.makeCompletedFuture {
                    try server.pipeline.syncOperations.addHandler(ProxyPipe(to: channel))
                }
            }
            .connect(host: "127.0.0.1", port: target)
            .whenComplete { result in
                guard case .success(let server) = result else { return channel.close(promise: nil) }
                _ = channel.pipeline.addHandler(ProxyPipe(to: server)).flatMap {
                    channel.writeAndFlush(ByteBuffer(bytes: words))
                }
            }
    }
}

/// Forwards the data.
private final class ProxyPipe: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let other: any Channel

    init(to other: any Channel) {
        self.other = other
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        other.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        other.close(promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

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

    /// Runs `body` with a proxy that is stopped at the end.
    ///
    /// - Parameters:
    ///   - target: the port that it connects to.
    ///   - refusal: the status that it sends instead.
    public static func running<Outcome>(
        to target: Int, refusal: String? = nil, _ body: (LoopbackProxy) async throws -> Outcome
    ) async throws -> Outcome {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let log = ProxyLog()
        let channel = try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        ProxyGreeting(target: target, refusal: refusal, log: log))
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
}

/// Reads a client's request, then removes itself from the pipeline.
private final class ProxyGreeting: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let target: Int
    private let refusal: String?
    private let log: ProxyLog
    private var received: [UInt8] = []
    private var isGreeted = false

    init(target: Int, refusal: String?, log: ProxyLog) {
        (self.target, self.refusal, self.log) = (target, refusal, log)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += unwrapInboundIn(data).readableBytesView
        if received.first == 5 { readSOCKS(context) } else { readConnect(context) }
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
        if let refusal {
            let channel = context.channel
            channel.writeAndFlush(ByteBuffer(string: "HTTP/1.1 \(refusal)\r\nContent-Length: 0\r\n\r\n"))
                .whenComplete { _ in channel.close(promise: nil) }
        } else {
            relay(context, sending: Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
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

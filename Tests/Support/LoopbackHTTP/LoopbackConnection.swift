import NIOCore
import NIOHTTP1

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// One client's connection. Answers are written as bytes, since many are intentionally invalid HTTP.
final class LoopbackConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    private let respond: @Sendable (LoopbackRequest) -> LoopbackResponse
    private var head: HTTPRequestHead?

    init(respond: @escaping @Sendable (LoopbackRequest) -> LoopbackResponse) {
        self.respond = respond
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
        case .body:
            break
        case .end:
            guard let head else { return }
            self.head = nil
            context.channel.perform(respond(LoopbackRequest(head)))
        }
    }

    /// Invalid requests, such as a TLS handshake, are answered like web servers do.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError else { return context.close(promise: nil) }
        context.channel.perform(.raw(LoopbackResponse.head(status: 400, headers: [:], length: 0)))
    }
}

extension Channel {
    fileprivate func perform(_ response: LoopbackResponse) {
        switch response {
        case .answer(let status, let headers, let body):
            send(LoopbackResponse.head(status: status, headers: headers, length: body.count) + body)
        case .hang:
            break
        case .reset:
            // Closing a socket that does not linger sends a reset.
            if let socket = self as? any SocketOptionProvider {
                socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in self.close(promise: nil) }
            }
        case .cutOff(let body, let count):
            send(LoopbackResponse.head(status: 200, headers: [:], length: body.count) + body.prefix(count))
                .whenComplete { _ in self.close(promise: nil) }
        case .drip(let body, let pause):
            send(LoopbackResponse.head(status: 200, headers: [:], length: body.count))
            drip(body[...], every: TimeAmount(pause))
        case .huge(let bytes, let announced):
            send(LoopbackResponse.head(status: 200, headers: [:], length: announced ? bytes : nil))
            stream(bytes, thenClose: !announced)
        case .raw(let bytes):
            send(bytes).whenComplete { _ in self.close(promise: nil) }
        }
    }

    @discardableResult
    private func send(_ bytes: [UInt8]) -> EventLoopFuture<Void> {
        writeAndFlush(ByteBuffer(bytes: bytes))
    }

    private func drip(_ body: ArraySlice<UInt8>, every pause: TimeAmount) {
        guard let byte = body.first, isActive else { return }
        send([byte])
        eventLoop.scheduleTask(in: pause) { self.drip(body.dropFirst(), every: pause) }
    }

    /// Each part is sent after the previous one, so that a body of any size needs the memory of one part.
    private func stream(_ bytes: Int, thenClose: Bool) {
        guard bytes > 0 else {
            if thenClose { close(promise: nil) }
            return
        }
        let part = min(bytes, 64 << 10)
        send(Array(repeating: UInt8(ascii: " "), count: part)).whenSuccess {
            self.stream(bytes - part, thenClose: thenClose)
        }
    }
}

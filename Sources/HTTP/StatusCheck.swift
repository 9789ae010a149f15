import NIOCore
import NIOHTTP1

/// Closes a connection whose answer has a status below 100, which RFC 9110, 15, does not define. The client library treats it
/// as an interim answer and then crashes, since no final one comes before the body.
final class StatusCheck: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private var isRefused = false

    /// - Parameter channel: on whose event loop this is called; the decoder of HTTP is in its pipeline.
    static func add(to channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        try pipeline.addHandler(StatusCheck(), position: .after(decoder))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
            isRefused = true
            context.fireErrorCaught(HTTPParserError.invalidStatus)
            context.close(promise: nil)
        } else {
            context.fireChannelRead(data)
        }
    }
}

import NIOCore
import Wire

/// Says one sentence to a connection, and closes it.
final class Farewell: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let reply: Reply

    init(reply: Reply) {
        self.reply = reply
    }

    func channelActive(context: ChannelHandlerContext) {
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(channel.allocator.buffer(string: reply.text)))
            .whenComplete { _ in channel.close(promise: nil) }
    }
}

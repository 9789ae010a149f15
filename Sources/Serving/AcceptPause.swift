import NIOCore

/// Lets nobody in for a moment when the system had no descriptor to let somebody in with. Those who come wait in line.
///
/// The kernel keeps telling that somebody waits, and to try again each time would be all that is done. NIO's own
/// `AcceptBackoffHandler` puts off the next read, but does not end the one that failed.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is IOError else { return context.fireErrorCaught(error) }
        let channel = context.channel
        try? channel.syncOptions?.setOption(.autoRead, value: false)
        channel.eventLoop.scheduleTask(in: ServingLimits.acceptPause) {
            try? channel.syncOptions?.setOption(.autoRead, value: true)
        }
    }
}

import Glibc
import NIOCore

/// The way of replies to one client. One that is alone goes straight to the kernel, which takes half the time of the way
/// through the channel; several are sent together by the channel, and what the kernel does not take at once waits there.
///
/// It belongs to its event loop, as long as the connection is there.
final class Delivery {
    private let context: ChannelHandlerContext
    private let outbox: Outbox
    /// nil where the channel is no socket, as in tests.
    private let socket: NIOBSDSocket.Handle?
    /// The reply that is sent when the outbox says so.
    private var waiting: ByteBuffer?
    /// Whether the channel holds, or may hold, something that was not sent yet.
    private var hasUnsent = false

    init(_ context: ChannelHandlerContext, outbox: Outbox) {
        self.context = context
        self.outbox = outbox
        socket = try? context.channel.pipeline.syncOperations.withUnsafeTransportIfAvailable { $0 }
    }

    /// Whether the client has read enough of its replies to be given more.
    var hasRoom: Bool { !hasUnsent || context.channel.isWritable }

    /// - Parameter isAlone: whether nothing else is about to be sent, nor on its way by other means.
    func write(_ bytes: ByteBuffer, isAlone: Bool) {
        send()
        guard isAlone, socket != nil, !hasUnsent else {
            hasUnsent = true
            return context.write(NIOAny(bytes), promise: nil)
        }
        waiting = bytes
        if !outbox.takes(self) { send() }
    }

    /// Sends the reply that waits for it.
    func send() {
        guard let socket, var rest = waiting else { return }
        waiting = nil
        let sent = rest.withUnsafeReadableBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        // What is wrong with the connection, the channel finds out by itself.
        rest.moveReaderIndex(forwardBy: max(0, sent))
        guard rest.readableBytes > 0 else { return }
        hasUnsent = true
        context.write(NIOAny(rest), promise: nil)
        flush()
    }

    /// Has the channel send what it holds.
    func flush() {
        guard hasUnsent else { return }
        context.flush()
        hasUnsent = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) != 0
    }

    /// The connection is gone.
    func end() {
        waiting = nil
    }
}

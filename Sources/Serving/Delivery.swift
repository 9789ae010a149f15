import Glibc
import NIOCore

/// The way of replies to one client. One that is alone goes straight to the kernel, which takes half the time of the way
/// through the channel; several are sent together by the channel, and what the kernel does not take at once waits there.
///
/// It belongs to its event loop, as long as the connection is there.
final class Delivery {
    private let context: ChannelHandlerContext
    private let outbox: Outbox
    private let client: RenderQueue.Client
    private let readers: SlowReaders
    /// nil where the channel is no socket, as in tests.
    private let socket: NIOBSDSocket.Handle?
    /// The reply that is sent when the outbox says so.
    private var waiting: ByteBuffer?
    /// Whether the channel holds, or may hold, something that was not sent yet.
    private var hasUnsent = false

    init(_ context: ChannelHandlerContext, outbox: Outbox, client: RenderQueue.Client, readers: SlowReaders) {
        self.context = context
        self.outbox = outbox
        self.client = client
        self.readers = readers
        socket = try? context.channel.pipeline.syncOperations.withUnsafeTransportIfAvailable { $0 }
    }

    /// Whether the client has read enough of its replies to be given more.
    var hasRoom: Bool { !hasUnsent || context.channel.isWritable }

    /// Bytes that the channel holds until the client has read what came before them; nil when the channel is closed.
    var unreadBytes: Int? { try? context.channel.syncOptions?.getOption(.bufferedWritableBytes) }

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

    /// - Parameter sent: fulfilled when the kernel has taken all of it.
    func writeAndFlush(_ bytes: ByteBuffer, sent: EventLoopPromise<Void>) {
        send()
        hasUnsent = true
        context.write(NIOAny(bytes), promise: sent)
        flush()
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
        let unread = unreadBytes
        hasUnsent = unread != 0
        readers.note(unread ?? 0, of: client, by: self)
    }

    /// Closes the connection without a reply, which the client would not read either.
    func disconnect() {
        context.close(promise: nil)
    }

    /// The connection is gone.
    func end() {
        waiting = nil
        readers.note(0, of: client, by: self)
    }
}

import NIOCore

/// Disconnects the clients with the most unread replies when those of all clients exceed the limit, so that the others are
/// served. It belongs to its event loop.
final class SlowReaders {
    private let eventLoop: any EventLoop
    private var unread: UnreadReplies
    /// Of the clients that had something unread when it was last noted.
    private var deliveries: [RenderQueue.Client: Delivery] = [:]
    private var isCheckScheduled = false

    /// - Parameter limit: the most unread bytes of all clients together.
    init(eventLoop: any EventLoop, limit: Int) {
        self.eventLoop = eventLoop
        unread = UnreadReplies(limit: limit)
    }

    /// - Parameter count: the bytes of replies that the client has not read.
    func note(_ count: Int, of client: RenderQueue.Client, by delivery: Delivery) {
        unread.note(count, of: client)
        deliveries[client] = count > 0 ? delivery : nil
        guard unread.exceedLimit, !isCheckScheduled else { return }
        isCheckScheduled = true
        // In a turn of its own, since the session that is writing may be the one to disconnect.
        let readers = NIOLoopBound(self, eventLoop: eventLoop)
        eventLoop.execute { readers.value.check() }
    }

    private func check() {
        isCheckScheduled = false
        // Clients may have read since it was noted, which is not reported.
        for (client, delivery) in deliveries { unread.note(delivery.unreadBytes ?? 0, of: client) }
        let slowest = unread.slowestClients.compactMap { deliveries[$0] }
        for delivery in slowest { delivery.disconnect() }
    }
}

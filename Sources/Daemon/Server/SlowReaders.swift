import Platform

/// Disconnects the clients with the most unread replies when the total exceeds the limit, so that other clients can be
/// served.
@EventLoopActor
final class SlowReaders {
    private let loop: EventLoop
    private var unread: UnreadReplies
    /// Clients with unread replies.
    private var connections: [RenderQueue.Client: Connection] = [:]
    private var isCheckScheduled = false

    /// - Parameter limit: the most unread bytes of all clients together.
    init(loop: EventLoop, limit: Int) {
        self.loop = loop
        unread = UnreadReplies(limit: limit)
    }

    /// - Parameter count: the client's unread bytes.
    func note(_ count: Int, of client: RenderQueue.Client, at connection: Connection) {
        unread.note(count, of: client)
        connections[client] = count > 0 ? connection : nil
        guard unread.exceedLimit, !isCheckScheduled else { return }
        isCheckScheduled = true
        // Some clients may read their replies in this iteration.
        loop.runLater { [self] in check() }
    }

    private func check() {
        isCheckScheduled = false
        for client in unread.slowestClients { connections[client]?.close() }
    }
}

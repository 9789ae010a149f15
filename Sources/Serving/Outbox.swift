import NIOCore

/// Replies that are sent together when the event loop has looked at all that has come in: whoever has asked on many
/// connections is woken once and not by each. It belongs to its event loop.
///
/// A client that is alone is answered at once: nothing waits as long as the one that was answered last is asking again.
final class Outbox {
    private let eventLoop: any EventLoop
    private var waiting: [Delivery] = []
    private var last: ObjectIdentifier?

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// - Returns: whether it is told to send a little later.
    func takes(_ delivery: Delivery) -> Bool {
        guard ObjectIdentifier(delivery) != last else { return false }
        last = ObjectIdentifier(delivery)
        if waiting.isEmpty {
            let outbox = NIOLoopBound(self, eventLoop: eventLoop)
            eventLoop.execute { outbox.value.send() }
        }
        waiting.append(delivery)
        return true
    }

    /// Sends all that waits.
    func send() {
        // Whoever has room again by that may have more to send.
        let due = waiting
        waiting = []
        for delivery in due { delivery.send() }
    }
}

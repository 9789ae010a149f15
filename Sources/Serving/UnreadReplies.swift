/// The bytes of replies that clients have not read yet, and which clients are disconnected when these exceed the limit.
struct UnreadReplies {
    private let limit: Int
    private var counts: [RenderQueue.Client: Int] = [:]
    private var sum = 0

    /// - Parameter limit: the most bytes of all clients together.
    init(limit: Int) {
        self.limit = limit
    }

    var exceedLimit: Bool { sum > limit }

    /// - Parameter count: the client's unread bytes, in place of those noted before.
    mutating func note(_ count: Int, of client: RenderQueue.Client) {
        sum += count - (counts[client] ?? 0)
        counts[client] = count > 0 ? count : nil
    }

    /// The clients without which the others are within the limit: those with the most unread bytes, and of two with the
    /// same number the one that connected first. None while the limit is not exceeded.
    var slowestClients: [RenderQueue.Client] {
        var clients: [RenderQueue.Client] = []
        var rest = sum
        for (client, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            guard rest > limit else { break }
            clients.append(client)
            rest -= count
        }
        return clients
    }
}

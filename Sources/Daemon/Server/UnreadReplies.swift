/// Counts the unread reply bytes of each client, and selects the clients to disconnect above the limit.
struct UnreadReplies {
    private let limit: Int
    private var counts: [RenderQueue.Client: Int] = [:]
    private var sum = 0

    /// - Parameter limit: the most bytes of all clients together.
    init(limit: Int) {
        self.limit = limit
    }

    var exceedLimit: Bool { sum > limit }

    /// - Parameter count: the client's unread bytes, which replaces the previous number.
    mutating func note(_ count: Int, of client: RenderQueue.Client) {
        sum += count - (counts[client] ?? 0)
        counts[client] = count > 0 ? count : nil
    }

    /// The clients to disconnect to get below the limit: those with the most unread bytes, and among equals the oldest
    /// connection. Empty while the total is within the limit.
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

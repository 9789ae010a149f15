/// Orders work so that each client gets the same share of the time: weighted fair queueing (Demers, Keshav
/// and Shenker, "Analysis and Simulation of a Fair Queueing Algorithm", 1989).
///
/// Picks the work that would finish first if all waiting clients were served at once, each at the same speed. A client with
/// little work overtakes clients with much, which still get their share.
struct FairSchedule<Client: Hashable> {
    private struct Entry {
        var client: Client
        var cost: Double
        /// The virtual finish time.
        var end: Double
    }

    /// One entry per client, the next one last.
    private var waiting: [Entry] = []
    /// The service that each waiting client has received so far.
    private var virtualTime = 0.0
    /// The virtual time at which a client has used up its share; only for clients that are ahead.
    private var ends: [Client: Double] = [:]

    var isEmpty: Bool { waiting.isEmpty }

    /// - Parameters:
    ///   - client: a client without waiting work.
    ///   - cost: the estimated duration, in any unit that all calls share.
    mutating func add(_ client: Client, cost: Double) {
        let end = max(virtualTime, ends[client] ?? 0) + cost
        ends[client] = end
        // Work with equal finish times is done in order of arrival.
        var (low, high) = (0, waiting.count)
        while low < high {
            let middle = (low + high) / 2
            if waiting[middle].end > end { low = middle + 1 } else { high = middle }
        }
        waiting.insert(Entry(client: client, cost: cost, end: end), at: low)
    }

    /// Takes the next work; nil when none is waiting.
    mutating func next() -> (client: Client, cost: Double)? {
        waiting.popLast().map { ($0.client, $0.cost) }
    }

    /// Records that the client's work from `next` is finished.
    ///
    /// - Parameters:
    ///   - estimate: the cost that `next` returned.
    ///   - cost: the actual duration.
    mutating func finish(_ client: Client, estimate: Double, cost: Double) {
        guard !waiting.isEmpty else {
            // No other client had to wait.
            (virtualTime, ends) = (0, [:])
            return
        }
        virtualTime += cost / Double(waiting.count + 1)
        guard let end = ends[client] else { return }
        let corrected = end + cost - estimate
        ends[client] = corrected > virtualTime ? corrected : nil
    }

    /// The client has disconnected. Its waiting work stays, since other clients may share the reply.
    mutating func forget(_ client: Client) {
        ends[client] = nil
    }

    /// Removes the client and its waiting work.
    mutating func remove(_ client: Client) {
        waiting.removeAll { $0.client == client }
        ends[client] = nil
    }
}

/// Whose work is done next, so that each client gets the same share of the time: weighted fair queueing (Demers, Keshav
/// and Shenker, "Analysis and Simulation of a Fair Queueing Algorithm", 1989).
///
/// The work that would be done first if all waiting clients were served at the same time, each at the same speed, is done
/// first. So a client with little work passes those with much, and those wait no longer than their share takes.
struct FairSchedule<Client: Hashable> {
    private struct Entry {
        var client: Client
        var cost: Double
        /// The virtual time at which the work would be done.
        var end: Double
    }

    /// One for each client, the next one last.
    private var waiting: [Entry] = []
    /// The time that each waiting client has been served so far.
    private var virtualTime = 0.0
    /// The virtual time at which each client has had its share; only of clients that have had more.
    private var ends: [Client: Double] = [:]

    var isEmpty: Bool { waiting.isEmpty }

    /// - Parameters:
    ///   - client: one without work that waits.
    ///   - cost: the estimated time that the work takes, in any unit, the same for all.
    mutating func add(_ client: Client, cost: Double) {
        let end = max(virtualTime, ends[client] ?? 0) + cost
        ends[client] = end
        // Before those with the same end, so that they are done in order of arrival.
        var (low, high) = (0, waiting.count)
        while low < high {
            let middle = (low + high) / 2
            if waiting[middle].end > end { low = middle + 1 } else { high = middle }
        }
        waiting.insert(Entry(client: client, cost: cost, end: end), at: low)
    }

    /// Takes the work that is done next; nil when none waits.
    mutating func next() -> (client: Client, cost: Double)? {
        waiting.popLast().map { ($0.client, $0.cost) }
    }

    /// The work of a client that `next` gave has been done.
    ///
    /// - Parameters:
    ///   - estimate: its cost as `next` gave it.
    ///   - cost: the time that it took.
    mutating func finish(_ client: Client, estimate: Double, cost: Double) {
        guard !waiting.isEmpty else {
            // No client has kept another waiting.
            (virtualTime, ends) = (0, [:])
            return
        }
        virtualTime += cost / Double(waiting.count + 1)
        guard let end = ends[client] else { return }
        let corrected = end + cost - estimate
        ends[client] = corrected > virtualTime ? corrected : nil
    }

    /// The client has disconnected. Work of its that waits stays, since other clients may share the reply.
    mutating func forget(_ client: Client) {
        ends[client] = nil
    }

    /// The client has no more work, also none that waits.
    mutating func remove(_ client: Client) {
        waiting.removeAll { $0.client == client }
        ends[client] = nil
    }
}

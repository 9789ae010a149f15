import CLinux
import Glibc
import Platform

/// Renders replies serially on a separate thread, so that the event loop stays responsive. ``FairSchedule`` decides whose reply
/// is next.
@EventLoopActor
final class RenderQueue {
    /// A connection, by a number that is never reused.
    typealias Client = Int
    /// Runs a closure on another thread.
    typealias Run = @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Renders, and returns the completion to run on the event loop.
    private typealias Work = @Sendable () -> (@EventLoopActor @Sendable () -> Void)

    private let run: Run
    private var schedule = FairSchedule<Client>()
    private var works: [Client: Work] = [:]
    /// The client whose reply is being rendered.
    private var current: Client?

    init(run: @escaping Run) {
        self.run = run
    }

    /// - Parameters:
    ///   - client: a client whose previous work has finished or was cancelled.
    ///   - cost: the estimated rendering time, milliseconds.
    ///   - done: called on the event loop, unless the work is cancelled.
    func add<Output: Sendable>(
        _ client: Client, cost: Double, render: @escaping @Sendable () -> Output,
        done: @escaping @EventLoopActor @Sendable (Output) -> Void
    ) {
        works[client] = {
            let output = render()
            return { done(output) }
        }
        schedule.add(client, cost: cost)
        renderNext()
    }

    /// Removes the client and its work. A rendering in progress is discarded.
    func cancel(_ client: Client) {
        works[client] = nil
        schedule.remove(client)
        if current == client { current = nil }
    }

    /// Removes the state of a disconnected client. Its work is not cancelled, since other clients may share it.
    func forget(_ client: Client) {
        schedule.forget(client)
    }

    private var isRendering = false

    private func renderNext() {
        guard !isRendering, let (client, estimate) = schedule.next(), let work = works.removeValue(forKey: client)
        else { return }
        isRendering = true
        current = client
        run { [self] in
            let start = Self.processorTime
            let done = work()
            let cost = Self.processorTime - start
            EventLoopActor.execute { [self] in finish(client, estimate, cost, done) }
        }
    }

    private func finish(_ client: Client, _ estimate: Double, _ cost: Double, _ done: () -> Void) {
        isRendering = false
        schedule.finish(client, estimate: estimate, cost: cost)
        // The next rendering starts while this reply is sent.
        let isWanted = current == client
        current = nil
        renderNext()
        if isWanted { done() }
    }

    /// CPU time of the calling thread, milliseconds.
    private nonisolated static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}

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

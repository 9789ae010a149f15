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

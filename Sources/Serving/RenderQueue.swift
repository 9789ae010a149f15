import Glibc
import NIOCore

/// Renders replies one after the other on a thread of their own, so that the event loop answers meanwhile. Whose reply is
/// next is decided by ``FairSchedule``. It belongs to its event loop.
final class RenderQueue {
    /// A connection, by a number that no later one gets.
    typealias Client = Int
    /// Runs a closure on another thread.
    typealias Run = @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Renders, and returns what is then done on the event loop.
    private typealias Work = @Sendable () -> (@Sendable () -> Void)

    private let run: Run
    private let eventLoop: any EventLoop
    private var schedule = FairSchedule<Client>()
    private var works: [Client: Work] = [:]
    /// Whose reply is being rendered.
    private var current: Client?

    init(eventLoop: any EventLoop, run: @escaping Run) {
        self.eventLoop = eventLoop
        self.run = run
    }

    /// - Parameters:
    ///   - client: one whose last work is done or was cancelled.
    ///   - cost: the estimated time that rendering takes, milliseconds.
    ///   - done: called on the event loop, unless the work is cancelled.
    func add<Output: Sendable>(
        _ client: Client, cost: Double, render: @escaping @Sendable () -> Output, done: @escaping (Output) -> Void
    ) {
        let done = NIOLoopBound(done, eventLoop: eventLoop)
        works[client] = {
            let output = render()
            return { done.value(output) }
        }
        schedule.add(client, cost: cost)
        renderNext()
    }

    /// Forgets the client and its work. What is already being rendered is thrown away.
    func cancel(_ client: Client) {
        works[client] = nil
        schedule.remove(client)
        if current == client { current = nil }
    }

    /// Drops what is kept of a client that has disconnected. Its work is not cancelled, since other clients may share it.
    func forget(_ client: Client) {
        schedule.forget(client)
    }

    private var isRendering = false

    private func renderNext() {
        guard !isRendering, let (client, estimate) = schedule.next(), let work = works.removeValue(forKey: client)
        else { return }
        isRendering = true
        current = client
        let queue = NIOLoopBound(self, eventLoop: eventLoop)
        run {
            let start = Self.processorTime
            let done = work()
            let cost = Self.processorTime - start
            queue.eventLoop.execute { queue.value.finish(client, estimate, cost, done) }
        }
    }

    private func finish(_ client: Client, _ estimate: Double, _ cost: Double, _ done: () -> Void) {
        isRendering = false
        schedule.finish(client, estimate: estimate, cost: cost)
        // The thread goes on while the reply is sent.
        let isWanted = current == client
        current = nil
        renderNext()
        if isWanted { done() }
    }

    /// What the calling thread has used so far, milliseconds.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}

import Dispatch
import Synchronization

/// Work that may block a thread for any time, such as reading a file on a network mount whose server does not answer.
public final class BlockingWork: Sendable {
    /// Blocked work cannot be cancelled. More of it would exhaust the threads of the process.
    static let mostBlocked = 8

    private let running = Mutex(0)

    public init() {}

    /// The result of the work, which blocks no task and no other work. nil when it has not ended within the duration: it then
    /// continues, and its result is dropped. Also nil while too much earlier work is blocked.
    public func result<Value: Sendable, C: Clock>(
        within duration: Duration, _ clock: C, of work: @escaping @Sendable () -> Value
    ) async -> Value? where C.Duration == Duration {
        let isFree = running.withLock { running in
            guard running < Self.mostBlocked else { return false }
            running += 1
            return true
        }
        guard isFree else { return nil }
        let (results, continuation) = AsyncStream.makeStream(of: Value.self)
        // Blocked work blocks its serial queue. A global queue's threads are monitored, which wakes the process every second.
        DispatchQueue(label: "weatherd.blocking").async {
            let value = work()
            self.running.withLock { $0 -= 1 }
            continuation.yield(value)
            continuation.finish()
        }
        return await withTaskGroup(of: Value?.self) { tasks in
            tasks.addTask {
                for await result in results { return result }
                return nil
            }
            tasks.addTask {
                try? await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
                return nil
            }
            defer { tasks.cancelAll() }
            return await tasks.next() ?? nil
        }
    }
}

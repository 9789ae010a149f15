import Dispatch
import Synchronization

/// Work that may block a thread indefinitely, such as reading a file on a network mount whose server does not respond.
public final class BlockingWork: Sendable {
    /// The limit of blocked work, which cannot be cancelled and occupies a thread each.
    private static let mostBlocked = 8

    private let running = Mutex(0)

    public init() {}

    /// Runs the work on its own thread and returns its result. nil on timeout: the work continues, and its result is
    /// dropped. Also nil while too much earlier work is blocked.
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
        DispatchQueue.global(qos: .utility).async {
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

import Dispatch
import Glibc
import Synchronization

/// Runs tasks one after the other, on the thread that calls `run`.
///
/// After its first use, Swift's own pool wakes the process every second to monitor that pool (libdispatch of Swift 6.3 on
/// Linux), and each libdispatch thread keeps the memory of a thousand finished jobs. The monitoring also reads `/proc`,
/// which a worker cannot.
public final class WorkQueue: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    public init() {}

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = jobs.withLock {
            $0.append(job)
            return $0.count == 1
        }
        if isFirst { arrivals.signal() }
    }

    /// Runs queued tasks, and waits for more.
    public func run() -> Never {
        var batch: [UnownedJob] = []
        while true {
            arrivals.wait()
            jobs.withLock { swap(&batch, &$0) }
            for job in batch { job.runSynchronously(on: asUnownedTaskExecutor()) }
            batch.removeAll(keepingCapacity: true)
        }
    }

    /// Ends the process. atexit(3) handlers and static destructors do not run, since other threads still use the objects.
    public static func endProcess(_ status: Int32) -> Never {
        fflush(nil)
        #if SANITIZED
            // The sanitizer reports in an atexit(3) handler.
            exit(status)
        #else
            _exit(status)
        #endif
    }
}

/// Orders a continuation's value for the thread sanitizer. When a task is resumed before it suspends, only atomic operations of
/// Swift's runtime order the two threads, and the sanitizer does not see them. Both threads call it; a no-op in other builds.
public enum SanitizerFence {
    #if SANITIZED
        private static let fence = Mutex(())

        public static func pass() { fence.withLock { _ in } }
    #else
        @inlinable
        public static func pass() {}
    #endif
}

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

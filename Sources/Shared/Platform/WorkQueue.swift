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
            // The sanitizer's report is such a handler.
            exit(status)
        #else
            _exit(status)
        #endif
    }
}

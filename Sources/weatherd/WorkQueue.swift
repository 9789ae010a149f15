import CLinux
import Dispatch
import Glibc
import Synchronization

/// Runs tasks one after the other, on the thread that calls `run`.
///
/// Swift's own pool does the same on several threads, but once it has been used the process is woken every second for
/// the rest of its life, to watch that pool (libdispatch of Swift 6.3 on Linux). And each thread of libdispatch keeps the
/// memory of a thousand pieces of work that it has done.
final class WorkQueue: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = jobs.withLock {
            $0.append(job)
            return $0.count == 1
        }
        if isFirst { arrivals.signal() }
    }

    /// Runs what there is to run, and waits for more.
    func run() -> Never {
        var batch: [UnownedJob] = []
        while true {
            arrivals.wait()
            jobs.withLock { swap(&batch, &$0) }
            for job in batch { job.runSynchronously(on: asUnownedTaskExecutor()) }
            batch.removeAll(keepingCapacity: true)
        }
    }
}

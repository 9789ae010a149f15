import Dispatch

/// Runs the daemon's tasks one after the other, on a thread that is there only while there is something to do.
///
/// Swift's own pool does the same on several threads, but once it has been used the process is woken every second for
/// the rest of its life, to watch that pool (libdispatch of Swift 6.3 on Linux).
final class WorkQueue: TaskExecutor {
    private let queue = DispatchQueue(label: "weatherd.work")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

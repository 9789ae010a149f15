import Dispatch

/// A serial executor of one bus, which keeps no idle thread.
final class BusExecutor: SerialExecutor {
    let queue = DispatchQueue(label: "weatherd.bus")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Callbacks of the queue, such as source handlers, are isolated, too.
    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}

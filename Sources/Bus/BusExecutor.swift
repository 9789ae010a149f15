import Dispatch

/// Runs what one bus does, one thing after the other, on a thread that is there only while there is something to do.
final class BusExecutor: SerialExecutor {
    let queue = DispatchQueue(label: "weatherd.bus")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// What the queue itself calls, such as the handlers of its sources, is isolated as well.
    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}

import Dispatch
import Synchronization

/// The result of asynchronous work, run on this thread unless it switches to another executor.
func settled<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value? {
    let outcome = Outcome<Value>()
    let end = DispatchSemaphore(value: 0)
    Task(executorPreference: InlineExecutor.shared) {
        let value = await work()
        outcome.value.withLock { $0 = value }
        end.signal()
    }
    end.wait()
    return outcome.value.withLock { $0 }
}

private final class Outcome<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}

/// Runs each job on the calling thread.
private final class InlineExecutor: TaskExecutor {
    static let shared = InlineExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}

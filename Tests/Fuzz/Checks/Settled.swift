import Dispatch
import Synchronization

/// What comes of work that suspends, on this very thread as long as nothing takes it to another one.
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

/// Runs each job where it is handed over.
private final class InlineExecutor: TaskExecutor {
    static let shared = InlineExecutor()

    func enqueue(_ job: consuming ExecutorJob) {
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}

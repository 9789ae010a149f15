import Synchronization
import Weather

/// The state of one search. Cancelling a queued search ends it at once; cancelling a running one also ends its worker.
final class SearchTurn: Sendable {
    typealias Continuation = CheckedContinuation<Result<Int, WorkerFailure>, Never>

    private enum State {
        case new
        case waiting(Continuation)
        case running
        case cancelled
    }

    private let state = Mutex(State.new)
    /// The worker that runs the search.
    let running = RunningWorker()

    /// - Parameter continuation: resumed at once if the search is already cancelled.
    func wait(_ continuation: Continuation) {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .waiting(continuation)
            return false
        }
        if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
    }

    /// - Returns: the continuation that the caller must resume; nil when the search is cancelled.
    func begin() -> Continuation? {
        state.withLock { state in
            guard case .waiting(let continuation) = state else { return nil }
            state = .running
            return continuation
        }
    }

    func cancel() {
        let before = state.withLock { state in
            defer { state = .cancelled }
            return state
        }
        switch before {
        case .waiting(let continuation): continuation.resume(returning: .failure(.cancelled))
        case .running: running.cancel()
        case .new, .cancelled: break
        }
    }
}

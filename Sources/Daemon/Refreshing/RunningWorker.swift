import Synchronization

/// The worker of a task. The task can be cancelled in every phase of the worker: start, greeting, work or exit.
final class RunningWorker: Sendable {
    private struct State {
        var stop: (@Sendable () -> Void)?
        var isCancelled = false
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// - Parameter stop: ends the worker's phase; called at once if the task is already cancelled. nil when there is nothing to
    ///   end.
    func set(_ stop: (@Sendable () -> Void)?) {
        let isCancelled = state.withLock { state in
            state.stop = stop
            return state.isCancelled
        }
        if isCancelled { stop?() }
    }

    func cancel() {
        let stop = state.withLock { state in
            state.isCancelled = true
            return state.stop
        }
        stop?()
    }
}

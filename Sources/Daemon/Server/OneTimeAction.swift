import Synchronization

/// An action that is done once in the daemon's lifetime.
final class OneTimeAction: Sendable {
    private let isDone = Mutex(false)

    /// Whether this is the first call.
    func take() -> Bool {
        isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
    }
}

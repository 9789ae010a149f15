import Synchronization

/// Something that is done a single time in the life of the daemon.
final class Once: Sendable {
    private let isDone = Mutex(false)

    /// Whether this is the time.
    func take() -> Bool {
        isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
    }
}

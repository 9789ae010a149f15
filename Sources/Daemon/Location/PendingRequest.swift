import Synchronization

/// Whether a request waits to be handled, so that many requests are one event: clients can send thousands while the
/// loop waits for a place's name.
final class PendingRequest: Sendable {
    private let isWaiting = Atomic(false)

    /// - Returns: whether it is the only request that waits.
    func add() -> Bool {
        !isWaiting.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Called before the request is handled, since a later one may ask for more.
    func take() {
        isWaiting.store(false, ordering: .releasing)
    }
}

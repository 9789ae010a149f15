/// The receiver of matching signals. sd-bus holds only its address, so the bus retains it as long as its slots.
final class BusSubscription {
    /// Maximum number of queued signals. Beyond it, the oldest are dropped, since later ones supersede them.
    static let mostWaiting = 32

    var slots: [OpaquePointer?] = []
    let continuation: AsyncStream<BusSignal>.Continuation

    init(_ continuation: AsyncStream<BusSignal>.Continuation) {
        self.continuation = continuation
    }

    /// A flood of other signals does not supersede a change of an owner.
    func yield(_ signal: BusSignal) {
        guard case .dropped(let oldest) = continuation.yield(signal), oldest.name == BusMatch.ownerChange,
            signal.name != BusMatch.ownerChange
        else { return }
        continuation.yield(oldest)
    }
}

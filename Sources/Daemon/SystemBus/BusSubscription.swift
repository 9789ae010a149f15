import CSystemd

/// The receiver of matching signals. sd-bus holds only the addresses of its parts, so the bus retains it as long as its slots.
final class BusSubscription {
    /// Maximum number of queued signals. Beyond it, the oldest are dropped, since later ones supersede them.
    static let mostWaiting = 32

    let continuation: AsyncStream<BusSignal>.Continuation
    var owners = BusOwners()
    private var parts: [Part] = []
    private var slots: [OpaquePointer?] = []

    /// The receiver of one match.
    private final class Part {
        let sender: String
        /// Whether the match is only for the owners.
        let isOfOwners: Bool
        unowned let subscription: BusSubscription

        init(_ sender: String, isOfOwners: Bool, _ subscription: BusSubscription) {
            (self.sender, self.isOfOwners, self.subscription) = (sender, isOfOwners, subscription)
        }

        func receive(_ message: OpaquePointer) {
            let sender = sd_bus_message_get_sender(message).map { String(cString: $0) }
            // Ignores signals of others, and those with unsupported types.
            guard subscription.owners.isGenuine(sender, of: self.sender), let signal = try? BusSignal(message: message)
            else { return }
            if isOfOwners {
                subscription.owners.follow(signal.arguments)
            } else {
                subscription.yield(signal)
            }
        }
    }

    init(_ continuation: AsyncStream<BusSignal>.Continuation) {
        self.continuation = continuation
    }

    /// Adds a match rule.
    ///
    /// - Parameter isOfOwners: whether it is only for the owners of other matches' senders.
    func add(_ match: BusMatch, isOfOwners: Bool = false, on bus: OpaquePointer) throws(BusError) {
        let part = Part(match.sender, isOfOwners: isOfOwners, self)
        parts.append(part)
        var slot: OpaquePointer?
        let code = sd_bus_add_match_async(
            bus, &slot, match.rule,
            { message, context, _ in
                guard let message, let context else { return 0 }
                Unmanaged<Part>.fromOpaque(context).takeUnretainedValue().receive(message)
                return 0
            }, nil, Unmanaged.passUnretained(part).toOpaque())
        try BusError.check(code)
        slots.append(slot)
    }

    func end() {
        for slot in slots { sd_bus_slot_unref(slot) }
        slots = []
    }

    /// A flood of other signals does not supersede a change of an owner.
    private func yield(_ signal: BusSignal) {
        guard case .dropped(let oldest) = continuation.yield(signal), oldest.name == BusMatch.ownerChange,
            signal.name != BusMatch.ownerChange
        else { return }
        continuation.yield(oldest)
    }
}

import CSystemd

/// Receives matching signals. sd-bus stores only the addresses of its parts, so the bus retains it as long as its slots.
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
        /// Whether the match only follows the owners of services.
        let isOfOwners: Bool
        unowned let subscription: BusSubscription

        init(_ sender: String, isOfOwners: Bool, _ subscription: BusSubscription) {
            (self.sender, self.isOfOwners, self.subscription) = (sender, isOfOwners, subscription)
        }

        func receive(_ message: OpaquePointer) {
            let sender = sd_bus_message_get_sender(message).map { String(cString: $0) }
            // Ignores signals from other senders, and signals with unsupported types.
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
    /// - Parameter isOfOwners: whether it only follows the owners of other matches' senders.
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

    /// Changes of owners are never dropped, even in a flood of other signals.
    private func yield(_ signal: BusSignal) {
        guard case .dropped(let oldest) = continuation.yield(signal), oldest.name == BusMatch.ownerChange,
            signal.name != BusMatch.ownerChange
        else { return }
        continuation.yield(oldest)
    }
}

/// A signal from the bus.
public struct BusSignal: Sendable, Hashable {
    public var path: String
    public var interface: String
    public var name: String
    public var arguments: [BusValue]

    init(message: OpaquePointer) throws(BusError) {
        path = sd_bus_message_get_path(message).map { String(cString: $0) } ?? ""
        interface = sd_bus_message_get_interface(message).map { String(cString: $0) } ?? ""
        name = sd_bus_message_get_member(message).map { String(cString: $0) } ?? ""
        arguments = try BusValue.all(of: message)
    }
}

/// A match rule for signals.
public struct BusMatch: Sendable, Hashable {
    public var sender: String
    /// The object's path; nil for any.
    public var path: String?
    /// Path of the object or of a parent; nil for any.
    public var pathNamespace: String?
    public var interface: String
    public var name: String
    /// The required first argument, a string; nil for any.
    public var firstArgument: String?

    public init(
        sender: String, path: String? = nil, pathNamespace: String? = nil, interface: String, name: String,
        firstArgument: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.pathNamespace = pathNamespace
        self.interface = interface
        self.name = name
        self.firstArgument = firstArgument
    }

    static let ownerChange = "NameOwnerChanged"

    /// Matches a service that appears on or leaves the bus. The arguments are its name, its old and its new owner; an
    /// empty string means none.
    public static func owner(of service: String) -> BusMatch {
        BusMatch(
            sender: BusOwners.bus, path: "/org/freedesktop/DBus", interface: BusOwners.bus,
            name: ownerChange, firstArgument: service)
    }

    /// The rule's text. The values cannot contain quotation marks, which D-Bus names do not allow.
    var rule: String {
        let conditions = [
            ("type", "signal"), ("sender", sender), ("path", path), ("path_namespace", pathNamespace),
            ("interface", interface), ("member", name), ("arg0", firstArgument),
        ]
        return conditions.compactMap { key, value in value.map { "\(key)='\($0)'" } }.joined(separator: ",")
    }
}

/// The owners of the services whose signals are received, to verify that a signal is genuine: any program on the bus can
/// send signals, and sd-bus compares their sender only with unique names. Pure.
struct BusOwners {
    /// The bus itself, which owns its name; no connection can forge its messages.
    static let bus = "org.freedesktop.DBus"

    /// The owners by service; an empty string if a service has none.
    private var owners: [String: String] = [:]

    /// Whether the owner of a name must be known: it is neither the bus nor a unique name, such as `:1.7`.
    static func areNeeded(for sender: String) -> Bool { sender != bus && !sender.hasPrefix(":") }

    /// Whether a signal that matches `service` is genuine.
    ///
    /// - Parameter sender: the sender's unique name; nil when the message has none.
    func isGenuine(_ sender: String?, of service: String) -> Bool {
        guard let sender, !sender.isEmpty else { return false }
        return sender == (Self.areNeeded(for: service) ? owners[service] : service)
    }

    /// - Parameter arguments: the arguments of NameOwnerChanged.
    mutating func follow(_ arguments: [BusValue]) {
        guard arguments.count == 3, let service = arguments[0].text, let owner = arguments[2].text else { return }
        owners[service] = owner
    }

    /// - Parameter owner: the bus's answer; an empty string if the service has no owner. Changes followed since take
    /// precedence.
    mutating func learn(_ owner: String, of service: String) {
        if owners[service] == nil { owners[service] = owner }
    }
}

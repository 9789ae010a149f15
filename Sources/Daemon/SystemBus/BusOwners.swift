/// The owners of the services whose signals are received, which show that a signal is genuine: anyone on the bus can send a
/// connection a signal, and sd-bus compares its sender only with unique names. Pure.
struct BusOwners {
    /// The bus itself, which owns its name, and whose messages no connection can send.
    static let bus = "org.freedesktop.DBus"

    /// By service; an empty string when it has none.
    private var owners: [String: String] = [:]

    /// Whether the owner of a name must be known: it is neither the bus nor a unique name, such as `:1.7`.
    static func areNeeded(for sender: String) -> Bool { sender != bus && !sender.hasPrefix(":") }

    /// Whether a signal that matches `service` is genuine.
    ///
    /// - Parameter sender: its unique name; nil when the message has none.
    func isGenuine(_ sender: String?, of service: String) -> Bool {
        guard let sender, !sender.isEmpty else { return false }
        return sender == (Self.areNeeded(for: service) ? owners[service] : service)
    }

    /// - Parameter arguments: those of NameOwnerChanged.
    mutating func follow(_ arguments: [BusValue]) {
        guard arguments.count == 3, let service = arguments[0].text, let owner = arguments[2].text else { return }
        owners[service] = owner
    }

    /// - Parameter owner: the bus's answer; an empty string when the service has none. A change that was followed since is newer.
    mutating func learn(_ owner: String, of service: String) {
        if owners[service] == nil { owners[service] = owner }
    }
}

import CSystemd

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

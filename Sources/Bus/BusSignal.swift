import CSystemd

/// What somebody on the bus told whoever listens.
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

/// Which signals are wanted.
public struct BusMatch: Sendable, Hashable {
    public var sender: String
    /// The object's path; nil for any.
    public var path: String?
    public var interface: String
    public var name: String
    /// What the first argument, a text, has to be; nil for anything.
    public var firstArgument: String?

    public init(sender: String, path: String? = nil, interface: String, name: String, firstArgument: String? = nil) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.name = name
        self.firstArgument = firstArgument
    }

    /// That a service appears on the bus or goes. The arguments are its name, its former and its new owner; an empty
    /// text means none.
    public static func owner(of service: String) -> BusMatch {
        BusMatch(
            sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            name: "NameOwnerChanged", firstArgument: service)
    }

    /// As the bus wants it written. None of the values can hold a quotation mark: D-Bus has no such names.
    var rule: String {
        let conditions = [
            ("type", "signal"), ("sender", sender), ("path", path), ("interface", interface), ("member", name),
            ("arg0", firstArgument),
        ]
        return conditions.compactMap { key, value in value.map { "\(key)='\($0)'" } }.joined(separator: ",")
    }
}

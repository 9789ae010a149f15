import CSystemd

/// A method call on a remote object.
public struct BusCall: Sendable, Hashable {
    /// The service's name, such as `org.freedesktop.login1`.
    public var service: String
    /// The object's path.
    public var path: String
    public var interface: String
    public var method: String
    public var arguments: [BusValue]
    /// Whether the bus may start the service for it.
    public var startsService: Bool

    public init(
        service: String, path: String, interface: String, method: String, arguments: [BusValue] = [],
        startsService: Bool = false
    ) {
        self.service = service
        self.path = path
        self.interface = interface
        self.method = method
        self.arguments = arguments
        self.startsService = startsService
    }

    /// Calls `body` with the encoded message.
    ///
    /// - Throws: `BusError` when a name or a path is not well-formed.
    func withMessage(on bus: OpaquePointer, _ body: (OpaquePointer) throws(BusError) -> Void) throws(BusError) {
        var message: OpaquePointer?
        try BusError.check(sd_bus_message_new_method_call(bus, &message, service, path, interface, method))
        guard let message else { return }
        defer { sd_bus_message_unref(message) }
        try BusError.check(sd_bus_message_set_auto_start(message, startsService ? 1 : 0))
        for argument in arguments { try argument.append(to: message) }
        try body(message)
    }
}

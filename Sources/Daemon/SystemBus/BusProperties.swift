extension Bus {
    private static let properties = "org.freedesktop.DBus.Properties"

    /// Sets a property of an object.
    public func set(
        _ property: String, of path: String, _ interface: String, at service: String, to value: BusValue
    ) async throws(BusError) {
        _ = try await call(
            BusCall(
                service: service, path: path, interface: Self.properties, method: "Set",
                arguments: [.string(interface), .string(property), .variant(value)]))
    }

    /// Returns a property of an object.
    public func get(
        _ property: String, of path: String, _ interface: String, at service: String
    ) async throws(BusError) -> BusValue {
        let values = try await call(
            BusCall(
                service: service, path: path, interface: Self.properties, method: "Get",
                arguments: [.string(interface), .string(property)]))
        guard let value = values.first else { throw BusError(message: "\(property) has no value") }
        return value
    }

    /// Returns all properties of an object's interface.
    public func properties(
        of path: String, _ interface: String, at service: String
    ) async throws(BusError) -> [String: BusValue] {
        let values = try await call(
            BusCall(
                service: service, path: path, interface: Self.properties, method: "GetAll",
                arguments: [.string(interface)]))
        return values.first?.dictionary ?? [:]
    }
}

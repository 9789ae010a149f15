import SystemBus

/// Follows a property of a service on the bus: reads it once when the service is there, and then receives its changes. The
/// service is never started.
struct PropertyWatch: Sendable {
    let service: String
    let path: String
    let interface: String
    let property: String

    static let changes = "PropertiesChanged"

    /// The changes of the properties of an object.
    static func match(_ service: String, _ path: String, _ interface: String) -> BusMatch {
        BusMatch(
            sender: service, path: path, interface: "org.freedesktop.DBus.Properties", name: changes,
            firstArgument: interface)
    }

    /// Returns when the connection has ended, or the task is cancelled.
    ///
    /// - Parameter report: called with each value; with nil when the service is missing, hangs or does not have the property.
    func follow<C: Clock>(on bus: BusReader<C>, _ report: @Sendable (BusValue?) -> Void) async {
        let matches = [.owner(of: service), Self.match(service, path, interface)]
        guard let signals = await bus.signals(matches) else { return report(nil) }
        report(await value(on: bus))
        for await signal in signals {
            guard signal.name == Self.changes else {
                // The service has started or ended.
                report(signal.arguments.last == .string("") ? nil : await value(on: bus))
                continue
            }
            if let value = signal.changedProperties[property] {
                report(value)
            } else if signal.invalidatedProperties.contains(property) {
                report(await value(on: bus))
            }
        }
    }

    private func value<C: Clock>(on bus: BusReader<C>) async -> BusValue? {
        await bus.get(property, of: path, interface, at: service)
    }
}

extension BusSignal {
    /// The new values in PropertiesChanged.
    var changedProperties: [String: BusValue] {
        arguments.count > 1 ? arguments[1].dictionary ?? [:] : [:]
    }

    /// The properties in PropertiesChanged whose new value must be read.
    var invalidatedProperties: [String] {
        guard arguments.count > 2, case .array(let names) = arguments[2] else { return [] }
        return names.compactMap(\.text)
    }
}

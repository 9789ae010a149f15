import SystemBus

/// What a call of a host asks the tray item or its menu for, decided from its names, types and arguments alone.
enum TrayCall: Sendable, Hashable {
    typealias Failure = WeatherCall.Failure

    case introspect(xml: String)
    case getAll(TrayInterface)
    case get(TrayInterface, property: String)
    case activate
    case secondaryActivate
    case scroll(delta: Int32, direction: String)
    /// What hosts send, but the item has no use for.
    case nothing
    case layout(parent: Int32, depth: Int32, names: [String])
    case groupProperties(ids: [Int32], names: [String])
    case property(id: Int32, name: String)
    case event(id: Int32, name: String)
    case eventGroup([Event])
    case aboutToShow(id: Int32)
    case aboutToShowGroup([Int32])

    struct Event: Sendable, Hashable {
        var id: Int32
        var name: String
    }

    /// - Parameter object: the one at the call's path.
    init(_ call: BusService.Call, _ object: TrayInterface) throws(Failure) {
        let interface = call.interface
        if interface == nil || interface == WeatherCall.introspectable, call.method == "Introspect" {
            try WeatherCall.require("", call)
            self = .introspect(xml: Introspection.xml(of: call.path, withTray: true) ?? "")
            return
        }
        if interface == nil || interface == object.name,
            let method = object.methods.first(where: { $0.name == call.method })
        {
            try WeatherCall.require(method.signature, call)
            self = try Self.request(method.name, try WeatherCall.arguments(call))
            return
        }
        if interface == nil || interface == WeatherCall.properties, let access = try Self.property(call, object) {
            self = access
            return
        }
        switch interface {
        case nil, object.name, WeatherCall.properties, WeatherCall.introspectable:
            let owner = interface.map { " of \($0)" } ?? ""
            throw .standard("UnknownMethod", "unknown method \(call.method)\(owner)")
        case let interface?:
            throw .standard("UnknownInterface", "unknown interface \(interface) at \(object.path)")
        }
    }

    private static func property(
        _ call: BusService.Call, _ object: TrayInterface
    ) throws(Failure) -> TrayCall? {
        guard let access = try WeatherCall.access(call, to: object.name) else { return nil }
        guard let name = access.property else { return .getAll(object) }
        guard object.properties.contains(where: { $0.name == name }) else {
            throw .standard("UnknownProperty", "unknown property \(WeatherCall.shown(name))")
        }
        guard !access.isWriting else { throw .standard("PropertyReadOnly", "\(name) is read-only") }
        return .get(object, property: name)
    }

    private static func request(_ method: String, _ values: [BusValue]) throws(Failure) -> TrayCall {
        switch (method, values.count) {
        case ("Activate", _): return .activate
        case ("SecondaryActivate", _), ("XAyatanaSecondaryActivate", _): return .secondaryActivate
        case ("Scroll", 2): return .scroll(delta: values[0].int32 ?? 0, direction: values[1].text ?? "")
        case ("GetLayout", 3):
            return .layout(
                parent: values[0].int32 ?? 0, depth: values[1].int32 ?? 0, names: values[2].elements.compactMap(\.text))
        case ("GetGroupProperties", 2):
            return .groupProperties(
                ids: values[0].elements.compactMap(\.int32), names: values[1].elements.compactMap(\.text))
        case ("GetProperty", 2): return .property(id: values[0].int32 ?? 0, name: values[1].text ?? "")
        // The value of an event is a variant, which may be empty for the reader.
        case ("Event", 3...): return .event(id: values[0].int32 ?? 0, name: values[1].text ?? "")
        case ("EventGroup", 1):
            return .eventGroup(
                values[0].elements.compactMap { event in
                    guard case .structure(let fields) = event, fields.count > 1, let id = fields[0].int32 else {
                        return nil
                    }
                    return Event(id: id, name: fields[1].text ?? "")
                })
        case ("AboutToShow", 1): return .aboutToShow(id: values[0].int32 ?? 0)
        case ("AboutToShowGroup", 1): return .aboutToShowGroup(values[0].elements.compactMap(\.int32))
        case ("ContextMenu", _), ("ProvideXdgActivationToken", _): return .nothing
        default: throw .standard("InvalidArgs", "invalid arguments of \(method)")
        }
    }
}

extension BusValue {
    fileprivate var int32: Int32? {
        if case .int32(let number) = self { number } else { nil }
    }

    fileprivate var elements: [BusValue] {
        if case .array(let elements) = self { elements } else { [] }
    }
}

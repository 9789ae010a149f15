/// The D-Bus interface org.weatherd.Weather1: the table from which introspection, type checks and requests follow.
enum WeatherInterface {
    static let name = "org.weatherd.Weather1"
    static let path = "/org/weatherd/Weather1"
    /// A second name of the daemon, taken and released in turn at each change of the properties, for clients that can follow
    /// names but not signals (Plasma 6.2 and 6.3).
    static let bell = "org.weatherd.Weather1.Changed"
    static let errors = "org.weatherd.Error."

    /// A type of D-Bus; the raw value is its signature.
    enum Kind: String {
        case text = "s"
        case boolean = "b"
        case number = "d"
        case count = "u"
        case seconds = "t"
        case object = "a{sv}"
        case objects = "aa{sv}"

        /// The Qt type that qdbusxml2cpp cannot infer; nil for others.
        var qtType: String? {
            switch self {
            case .object: "QVariantMap"
            case .objects: "QList<QVariantMap>"
            case .text, .boolean, .number, .count, .seconds: nil
            }
        }
    }

    struct Argument {
        let name: String
        let kind: Kind

        init(_ name: String, _ kind: Kind) {
            (self.name, self.kind) = (name, kind)
        }
    }

    /// The raw values are the names on the bus.
    enum Method: String, CaseIterable {
        case getCurrent = "GetCurrent"
        case getHourly = "GetHourly"
        case getDaily = "GetDaily"
        case getAir = "GetAir"
        case getJSON = "GetJson"
        case search = "Search"
        case setLocation = "SetLocation"
        case setUnits = "SetUnits"
        case addPlace = "AddPlace"
        case removePlace = "RemovePlace"
        case movePlace = "MovePlace"
        case renamePlace = "RenamePlace"
        case next = "Next"
        case previous = "Previous"
        case select = "Select"
        case refresh = "Refresh"

        private static let options = Argument("options", .object)

        var inputs: [Argument] {
            switch self {
            case .getCurrent, .getHourly, .getDaily, .getAir, .next, .previous, .refresh: [Self.options]
            case .select: [Argument("position", .count), Self.options]
            case .getJSON: [Argument("view", .text), Self.options]
            case .search: [Argument("query", .text), Self.options]
            case .setLocation: [Argument("place", .text), Self.options]
            case .setUnits: [Argument("units", .text), Self.options]
            case .addPlace: [Argument("place", .text), Argument("name", .text), Self.options]
            case .removePlace: [Argument("name", .text)]
            case .movePlace: [Argument("name", .text), Argument("position", .count)]
            case .renamePlace: [Argument("name", .text), Argument("newName", .text)]
            }
        }

        var output: Argument? {
            switch self {
            case .getCurrent, .getHourly, .getDaily, .getAir: Argument("weather", .object)
            case .getJSON: Argument("json", .text)
            case .search: Argument("cities", .objects)
            case .setLocation, .next, .previous, .select: Argument("line", .text)
            case .setUnits: Argument("units", .text)
            case .addPlace, .removePlace, .movePlace, .renamePlace, .refresh: nil
            }
        }
    }

    /// What a change of a property sends; the raw values are the annotation's values in introspection.
    enum Emission: String {
        case value = "true"
        case invalidation = "invalidates"
        case nothing = "false"
        case constant = "const"
    }

    /// The raw values are the names on the bus.
    enum Property: String, CaseIterable, Sendable {
        case place = "Place"
        case temperatureC = "TemperatureC"
        case temperature = "Temperature"
        case conditionCode = "ConditionCode"
        case conditionText = "ConditionText"
        case iconName = "IconName"
        case isDay = "IsDay"
        case freshness = "Freshness"
        case offline = "Offline"
        case sample = "Sample"
        case approximate = "Approximate"
        case fetchedAt = "FetchedAt"
        case summary = "Summary"
        case shortText = "ShortText"
        case units = "Units"
        case errorCode = "ErrorCode"
        case error = "Error"
        case attribution = "Attribution"
        case warningCount = "WarningCount"
        case warnings = "Warnings"
        case places = "Places"
        case ageSeconds = "AgeSeconds"
        case version = "Version"

        var kind: Kind {
            switch self {
            case .temperatureC: .number
            case .isDay, .offline, .sample, .approximate: .boolean
            case .fetchedAt, .ageSeconds: .seconds
            case .warningCount: .count
            case .warnings, .places: .objects
            case .place, .temperature, .conditionCode, .conditionText, .iconName, .freshness, .summary, .shortText,
                .units, .errorCode, .error, .attribution, .version:
                .text
            }
        }

        var emission: Emission {
            switch self {
            case .warnings, .places: .invalidation
            case .ageSeconds: .nothing
            case .version: .constant
            default: .value
            }
        }
    }
}

/// The XML that describes an object to D-Bus tools.
enum Introspection {
    /// The description of an object; nil if there is none at the path.
    ///
    /// - Parameter hasTray: whether there are also the tray item and its menu.
    static func xml(of path: String, withTray hasTray: Bool = false) -> String? {
        let tray = hasTray ? TrayInterface.allCases : []
        let own =
            path == WeatherInterface.path
            ? interface : tray.first { $0.path == path }.map(\.description)
        let parent = path == "/" ? path : path + "/"
        guard path.hasPrefix("/") else { return nil }
        var children: [Substring] = []
        for object in [WeatherInterface.path] + tray.map(\.path) where object.hasPrefix(parent) {
            let child = object.dropFirst(parent.count).prefix { $0 != "/" }
            if !children.contains(child) { children.append(child) }
        }
        guard own != nil || !children.isEmpty else { return nil }
        return node((own.map { $0 + standard } ?? []) + children.map { "  <node name=\"\($0)\"/>" })
    }

    /// The file `org.weatherd.Weather1.xml`.
    static var file: String { node(interface) }

    private static func node(_ lines: [String]) -> String {
        let head = [
            "<!DOCTYPE node PUBLIC \"-//freedesktop//DTD D-BUS Object Introspection 1.0//EN\"",
            "  \"http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd\">",
            "<node>",
        ]
        return (head + lines + ["</node>", ""]).joined(separator: "\n")
    }

    private static var interface: [String] {
        var lines = ["  <interface name=\"\(WeatherInterface.name)\">"]
        for method in WeatherInterface.Method.allCases { lines += description(of: method) }
        for property in WeatherInterface.Property.allCases { lines += description(of: property) }
        return lines + ["  </interface>"]
    }

    private static func description(of method: WeatherInterface.Method) -> [String] {
        var lines = ["    <method name=\"\(method.rawValue)\">"]
        for (index, input) in method.inputs.enumerated() { lines += argument(input, "in", "In\(index)") }
        if let output = method.output { lines += argument(output, "out", "Out0") }
        return lines + ["    </method>"]
    }

    private static func argument(
        _ argument: WeatherInterface.Argument, _ direction: String, _ number: String
    ) -> [String] {
        let arg =
            "      <arg name=\"\(argument.name)\" type=\"\(argument.kind.rawValue)\" direction=\"\(direction)\"/>"
        return [arg] + qtType(of: argument.kind, ".\(number)")
    }

    private static func description(of property: WeatherInterface.Property) -> [String] {
        let head = "    <property name=\"\(property.rawValue)\" type=\"\(property.kind.rawValue)\" access=\"read\""
        var lines = qtType(of: property.kind, "")
        if property.emission != .value {
            lines.append(annotation("org.freedesktop.DBus.Property.EmitsChangedSignal", property.emission.rawValue))
        }
        return lines.isEmpty ? [head + "/>"] : [head + ">"] + lines + ["    </property>"]
    }

    private static func qtType(of kind: WeatherInterface.Kind, _ suffix: String) -> [String] {
        kind.qtType.map { [annotation("org.qtproject.QtDBus.QtTypeName\(suffix)", $0)] } ?? []
    }

    private static func annotation(_ name: String, _ value: String) -> String {
        let escaped = value.map { $0 == "<" ? "&lt;" : $0 == ">" ? "&gt;" : String($0) }.joined()
        return "      <annotation name=\"\(name)\" value=\"\(escaped)\"/>"
    }

    /// The interfaces that every object on a bus has, as far as they are used.
    private static let standard = [
        "  <interface name=\"org.freedesktop.DBus.Peer\">",
        "    <method name=\"Ping\"/>",
        "    <method name=\"GetMachineId\">",
        "      <arg name=\"machine_uuid\" type=\"s\" direction=\"out\"/>",
        "    </method>",
        "  </interface>",
        "  <interface name=\"org.freedesktop.DBus.Introspectable\">",
        "    <method name=\"Introspect\">",
        "      <arg name=\"xml_data\" type=\"s\" direction=\"out\"/>",
        "    </method>",
        "  </interface>",
        "  <interface name=\"org.freedesktop.DBus.Properties\">",
        "    <method name=\"Get\">",
        "      <arg name=\"interface_name\" type=\"s\" direction=\"in\"/>",
        "      <arg name=\"property_name\" type=\"s\" direction=\"in\"/>",
        "      <arg name=\"value\" type=\"v\" direction=\"out\"/>",
        "    </method>",
        "    <method name=\"GetAll\">",
        "      <arg name=\"interface_name\" type=\"s\" direction=\"in\"/>",
        "      <arg name=\"properties\" type=\"a{sv}\" direction=\"out\"/>",
        "    </method>",
        "    <method name=\"Set\">",
        "      <arg name=\"interface_name\" type=\"s\" direction=\"in\"/>",
        "      <arg name=\"property_name\" type=\"s\" direction=\"in\"/>",
        "      <arg name=\"value\" type=\"v\" direction=\"in\"/>",
        "    </method>",
        "    <signal name=\"PropertiesChanged\">",
        "      <arg name=\"interface_name\" type=\"s\"/>",
        "      <arg name=\"changed_properties\" type=\"a{sv}\"/>",
        "      <arg name=\"invalidated_properties\" type=\"as\"/>",
        "    </signal>",
        "  </interface>",
    ]
}

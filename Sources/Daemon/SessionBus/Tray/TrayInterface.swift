/// The interfaces of the tray item and of its menu: the tables from which introspection and type checks follow.
enum TrayInterface: CaseIterable {
    case item
    case menu

    static let watcher = "org.kde.StatusNotifierWatcher"
    static let watcherPath = "/StatusNotifierWatcher"

    init?(path: String) {
        guard let object = Self.allCases.first(where: { $0.path == path }) else { return nil }
        self = object
    }

    var path: String {
        switch self {
        case .item: "/org/weatherd/Tray"
        case .menu: "/org/weatherd/Tray/Menu"
        }
    }

    var name: String {
        switch self {
        case .item: "org.kde.StatusNotifierItem"
        case .menu: "com.canonical.dbusmenu"
        }
    }

    struct Method {
        let name: String
        /// Names and types, separated by spaces: `x:i y:i`.
        let inputs: String
        let outputs: String

        init(_ name: String, _ inputs: String, _ outputs: String = "") {
            (self.name, self.inputs, self.outputs) = (name, inputs, outputs)
        }

        /// `ii`
        var signature: String { TrayInterface.arguments(inputs).map(\.type).joined() }
    }

    var methods: [Method] {
        switch self {
        case .item:
            [
                Method("Activate", "x:i y:i"), Method("SecondaryActivate", "x:i y:i"), Method("ContextMenu", "x:i y:i"),
                Method("Scroll", "delta:i orientation:s"), Method("ProvideXdgActivationToken", "token:s"),
                Method("XAyatanaSecondaryActivate", "timestamp:u"),
            ]
        case .menu:
            [
                Method("GetLayout", "parentId:i recursionDepth:i propertyNames:as", "revision:u layout:(ia{sv}av)"),
                Method("GetGroupProperties", "ids:ai propertyNames:as", "properties:a(ia{sv})"),
                Method("GetProperty", "id:i name:s", "value:v"),
                Method("Event", "id:i eventId:s data:v timestamp:u"),
                Method("EventGroup", "events:a(isvu)", "idErrors:ai"),
                Method("AboutToShow", "id:i", "needUpdate:b"),
                Method("AboutToShowGroup", "ids:ai", "updatesNeeded:ai idErrors:ai"),
            ]
        }
    }

    /// The names and types. Without XAyatanaLabel, which MATE's panel shows instead of the icon, even if it is empty.
    var properties: [(name: String, type: String)] {
        switch self {
        case .item:
            [
                ("Category", "s"), ("Id", "s"), ("Title", "s"), ("Status", "s"), ("WindowId", "i"),
                ("IconThemePath", "s"), ("Menu", "o"), ("ItemIsMenu", "b"), ("IconName", "s"),
                ("IconPixmap", "a(iiay)"), ("IconAccessibleDesc", "s"), ("OverlayIconName", "s"),
                ("OverlayIconPixmap", "a(iiay)"), ("AttentionIconName", "s"), ("AttentionIconPixmap", "a(iiay)"),
                ("AttentionAccessibleDesc", "s"), ("AttentionMovieName", "s"), ("ToolTip", "(sa(iiay)ss)"),
            ]
        case .menu: [("Version", "u"), ("TextDirection", "s"), ("Status", "s"), ("IconThemePath", "as")]
        }
    }

    private var signals: [Method] {
        switch self {
        case .item:
            [
                Method("NewTitle", ""), Method("NewIcon", ""), Method("NewAttentionIcon", ""),
                Method("NewOverlayIcon", ""), Method("NewToolTip", ""), Method("NewStatus", "status:s"),
            ]
        case .menu:
            [
                Method("ItemsPropertiesUpdated", "updatedProps:a(ia{sv}) removedProps:a(ias)"),
                Method("LayoutUpdated", "revision:u parent:i"), Method("ItemActivationRequested", "id:i timestamp:u"),
            ]
        }
    }

    fileprivate static func arguments(_ text: String) -> [(name: String, type: String)] {
        text.split(separator: " ").compactMap { word in
            let parts = word.split(separator: ":")
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
    }

    /// The description of the interface in introspection.
    var description: [String] {
        func lines(_ kind: String, _ method: Method, _ arguments: [(String, [(name: String, type: String)])])
            -> [String]
        {
            let args = arguments.flatMap { direction, arguments in
                arguments.map { "      <arg name=\"\($0.name)\" type=\"\($0.type)\"\(direction)/>" }
            }
            let head = "    <\(kind) name=\"\(method.name)\""
            return args.isEmpty ? [head + "/>"] : [head + ">"] + args + ["    </\(kind)>"]
        }
        let methods = methods.flatMap { method in
            lines(
                "method", method,
                [
                    (" direction=\"in\"", Self.arguments(method.inputs)),
                    (" direction=\"out\"", Self.arguments(method.outputs)),
                ])
        }
        let properties = properties.map { "    <property name=\"\($0.name)\" type=\"\($0.type)\" access=\"read\"/>" }
        let signals = signals.flatMap { lines("signal", $0, [("", Self.arguments($0.inputs))]) }
        return ["  <interface name=\"\(name)\">"] + methods + properties + signals + ["  </interface>"]
    }
}

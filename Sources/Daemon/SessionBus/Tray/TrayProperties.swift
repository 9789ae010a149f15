import ClientProtocol
import Rendering
import SystemBus

/// The properties of the tray item for its content. Pure.
struct TrayProperties: Sendable {
    let content: TrayContent
    private let isWarning: Bool
    private let iconName: String
    private let pixmap: BusValue
    /// Drawn when there is no themed icon, or as its substitute in themes without it.
    let icon: TemperatureIcon

    private static let none = BusValue.list(of: "(iiay)", [])

    init(_ content: TrayContent, _ settings: TraySettings) {
        self.content = content
        let kind = content.isAlternate ? settings.icon.other : settings.icon
        isWarning = content.severity != nil
        // A themed icon cannot be dimmed.
        iconName = kind == .weather && !content.isDoubtful ? content.iconName ?? "" : ""
        let background: TemperatureIcon.Background =
            switch settings.theme {
            case .dark: .dark
            case .light: .light
            case nil: .unknown
            }
        icon = TemperatureIcon(
            content.temperature, isDimmed: content.isDoubtful,
            line: content.severity?.color(on: settings.theme ?? .dark), on: background)
        pixmap = Self.pixmap(icon)
    }

    private static func pixmap(_ icon: TemperatureIcon) -> BusValue {
        .list(
            of: "(iiay)",
            TemperatureIcon.sizes.map { size in
                .structure([.int32(Int32(size)), .int32(Int32(size)), .bytes(icon.pixels(size: size))])
            })
    }

    var status: String { isWarning ? "NeedsAttention" : "Active" }

    /// - Returns: nil for an unknown name.
    func value(of property: String) -> BusValue? {
        switch property {
        case "Category": .string("ApplicationStatus")
        case "Id": .string("weatherd")
        case "Title", "IconAccessibleDesc": .string(content.title)
        case "Status": .string(status)
        case "WindowId": .int32(0)
        case "IconThemePath", "OverlayIconName", "AttentionMovieName": .string("")
        case "Menu": .objectPath(TrayInterface.menu.path)
        case "ItemIsMenu": .bool(false)
        case "IconName": .string(iconName)
        case "IconPixmap": pixmap
        case "OverlayIconPixmap": Self.none
        case "AttentionIconName": .string(isWarning && !iconName.isEmpty ? "weather-severe-alert" : "")
        case "AttentionIconPixmap": isWarning ? pixmap : Self.none
        case "AttentionAccessibleDesc": .string(isWarning ? content.title : "")
        case "ToolTip":
            .structure([
                .string(""), Self.none, .string(content.title), .string(content.details.joined(separator: "\n")),
            ])
        default: nil
        }
    }

    var all: [String: BusValue] {
        var all: [String: BusValue] = [:]
        for (name, _) in TrayInterface.item.properties { all[name] = value(of: name) }
        return all
    }

    /// The signals that tell hosts what is different from former properties.
    func signals(since former: TrayProperties) -> [(name: String, arguments: [BusValue])] {
        func differ(_ names: String...) -> Bool { names.contains { value(of: $0) != former.value(of: $0) } }
        var signals: [(name: String, arguments: [BusValue])] = []
        if differ("Title") { signals.append(("NewTitle", [])) }
        if differ("IconName", "IconPixmap") { signals.append(("NewIcon", [])) }
        if differ("AttentionIconName", "AttentionIconPixmap") { signals.append(("NewAttentionIcon", [])) }
        if differ("ToolTip") { signals.append(("NewToolTip", [])) }
        if differ("Status") { signals.append(("NewStatus", [.string(status)])) }
        return signals
    }
}

import Formats
import Languages
import SystemBus
import Weather

/// The menu of the tray item, as com.canonical.dbusmenu has it. Pure.
struct TrayMenu: Sendable, Hashable {
    /// What a click does.
    enum Action: Sendable, Hashable {
        /// Shows the place at an index of `places`.
        case show(Int)
        /// `set-units`
        case units([String])
        case refresh
    }

    struct Item: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            case plain, separator, submenu
            case choice(isChosen: Bool)
        }

        /// Stays the same for the same kind of item, since hosts keep items by number.
        let id: Int32
        /// As shown, without escapes.
        var label = ""
        var kind = Kind.plain
        var isEnabled = true
        /// In the icon theme; nil for none.
        var icon: String?
        var action: Action?
        var children: [Item] = []
    }

    let items: [Item]
    private let byID: [Int32: Item]

    init(_ items: [Item]) {
        let root = Item(id: Number.root, kind: .submenu, children: items)
        self.items = items
        var byID: [Int32: Item] = [:]
        func add(_ item: Item) {
            byID[item.id] = item
            for child in item.children { add(child) }
        }
        add(root)
        self.byID = byID
    }

    /// The item with a number; 0 is the whole menu; nil for an unknown number.
    subscript(id: Int32) -> Item? { byID[id] }

    // MARK: - Contents

    private enum Number {
        static let root: Int32 = 0
        static let title: Int32 = 1
        static let hours: Int32 = 2
        static let places: Int32 = 3
        static let units: Int32 = 4
        static let refresh: Int32 = 5
        static let firstSeparator: Int32 = 6
        static let lastSeparator: Int32 = 7
        static let moreAlerts: Int32 = 8
        static let firstAlert: Int32 = 10
        static let firstAlertLine: Int32 = 20
        static let firstHour: Int32 = 50
        static let firstUnits: Int32 = 90
        static let firstGroup: Int32 = 100
        static let firstPlace: Int32 = 1000
        /// Places in groups; a number of its own, as some hosts do not move items between menus.
        static let firstGroupedPlace: Int32 = 2000
    }

    static let mostHours = 12
    private static let mostAlerts = 5
    private static let linesOfAlert: Int32 = 4
    /// The most places in one menu; more are in several menus.
    static let mostPlaces = 20
    private static let longestLabel = 80

    /// - Parameters:
    ///   - alerts: `alerts`, with ready texts.
    ///   - hours: `hours` of `hourly`, with ready texts.
    ///   - places: `places`, with ready texts.
    static func items(
        title: String, alerts: [JSONTree], hours: [JSONTree], places: [JSONTree], units: Units, _ words: any Words
    ) -> [Item] {
        var items = self.alerts(alerts, words)
        if !items.isEmpty { items.append(Item(id: Number.firstSeparator, kind: .separator)) }
        items.append(Item(id: Number.title, label: TrayText.cut(title, to: longestLabel + 40), isEnabled: false))
        let rows = hours.prefix(mostHours).enumerated().compactMap { hour($1, at: $0, words) }
        if !rows.isEmpty {
            items.append(Item(id: Number.hours, label: words.label(.nextHours), kind: .submenu, children: rows))
        }
        if places.count > 1 {
            items.append(
                Item(
                    id: Number.places, label: words.phrase(.places), kind: .submenu, children: self.places(places)))
        }
        items.append(
            Item(id: Number.units, label: words.phrase(.units), kind: .submenu, children: choices(of: units, words)))
        items.append(Item(id: Number.lastSeparator, kind: .separator))
        items.append(
            Item(id: Number.refresh, label: words.phrase(.refresh), icon: "view-refresh", action: .refresh))
        return items
    }

    private static func alerts(_ alerts: [JSONTree], _ words: any Words) -> [Item] {
        var items = alerts.prefix(mostAlerts).enumerated().map { index, alert in
            let when = alert["texts"]?["when"]?.text
            let name = alert["event"]?.text ?? words.phrase(.warning)
            let lines = [
                alert["headline"]?.text, alert["texts"]?["severity"]?.text?.capitalizedFirst, alert["area"]?.text,
                alert["sender"]?.text,
            ].compactMap(\.self).filter { !$0.isEmpty }
            let rows = lines.enumerated().map { line, text in
                Item(
                    id: Number.firstAlertLine + Int32(index) * linesOfAlert + Int32(line),
                    label: TrayText.cut(text, to: longestLabel))
            }
            return Item(
                id: Number.firstAlert + Int32(index),
                label: TrayText.cut(
                    [name, when].compactMap(\.self).joined(separator: words.listSeparator), to: longestLabel),
                kind: .submenu, icon: "dialog-warning", children: rows)
        }
        if alerts.count > mostAlerts {
            items.append(
                Item(
                    id: Number.moreAlerts,
                    label: words.more(alerts.count - mostAlerts, command: "weatherctl alerts"), isEnabled: false))
        }
        return items
    }

    private static func hour(_ hour: JSONTree, at index: Int, _ words: any Words) -> Item? {
        guard let texts = hour["texts"], let time = texts["time"]?.text else { return nil }
        let weather = [hour["condition"]?["text"]?.text, texts["probability"]?.text, texts["precipitation"]?.text]
            .compactMap(\.self).joined(separator: words.listSeparator)
        let label = [time, texts["temperature"]?.text, weather].compactMap(\.self).filter { !$0.isEmpty }
        return Item(
            id: Number.firstHour + Int32(index),
            label: TrayText.cut(label.joined(separator: "\u{2003}"), to: longestLabel))
    }

    private static func places(_ places: [JSONTree]) -> [Item] {
        let shown = places.firstIndex { $0["shown"]?.bool == true }
        func item(_ index: Int, _ first: Int32) -> Item {
            let name = TrayText.name(places[index]["place"]?["name"]?.text ?? "")
            let temperature = places[index]["texts"]?["temperature"]?.text
            return Item(
                id: first + Int32(index), label: [name, temperature].compactMap(\.self).joined(separator: "\u{2003}"),
                kind: .choice(isChosen: index == shown), action: .show(index))
        }
        guard places.count > mostPlaces else { return places.indices.map { item($0, Number.firstPlace) } }
        return stride(from: 0, to: places.count, by: mostPlaces).enumerated().map { group, start in
            let indices = start..<min(places.count, start + mostPlaces)
            let names = [indices.lowerBound, indices.upperBound - 1].map { index in
                TrayText.cut(TrayText.name(places[index]["place"]?["name"]?.text ?? ""), to: 24)
            }
            return Item(
                id: Number.firstGroup + Int32(group), label: names.joined(separator: " – "), kind: .submenu,
                children: indices.map { item($0, Number.firstGroupedPlace) })
        }
    }

    /// Usual combinations, named by their symbols, which need no translation.
    private static func choices(of units: Units, _ words: any Words) -> [Item] {
        let choices: [(words: [String], wind: Units.Wind, isImperial: Bool)] = [
            (["metric"], .kilometersPerHour, false), (["metric", "wind=ms"], .metersPerSecond, false),
            (["metric", "wind=mph"], .milesPerHour, false), (["imperial"], .milesPerHour, true),
        ]
        return choices.enumerated().map { index, choice in
            let base = choice.isImperial ? Units.imperial : .metric
            let symbols: [UnitSymbol] = [
                base.temperature.symbol, choice.wind.symbol, choice.isImperial ? .inches : .millimeters,
            ]
            let isChosen =
                units.temperature == base.temperature && units.wind == choice.wind
                && units.precipitation == base.precipitation
            return Item(
                id: Number.firstUnits + Int32(index),
                label: symbols.map(words.symbol).joined(separator: words.listSeparator),
                kind: .choice(isChosen: isChosen), action: .units(choice.words))
        }
    }

    // MARK: - On the bus

    /// The contents of the menu of an item, as `GetLayout` returns them.
    ///
    /// - Parameters:
    ///   - depth: how many levels below the item to include; negative for all.
    ///   - names: of the properties to include; empty for all.
    /// - Returns: nil for an unknown item.
    func layout(of id: Int32, depth: Int32, names: [String]) -> BusValue? {
        self[id].map { Self.layout(of: $0, depth: depth, Set(names)) }
    }

    private static func layout(of item: Item, depth: Int32, _ names: Set<String>) -> BusValue {
        let children = depth == 0 ? [] : item.children.map { layout(of: $0, depth: depth < 0 ? -1 : depth - 1, names) }
        return .structure([.int32(item.id), .options(item.properties(names)), .variants(children)])
    }

    /// The items of `GetGroupProperties`; unknown numbers are left out. An empty list means all items.
    func properties(of ids: [Int32], names: [String]) -> BusValue {
        let items = ids.isEmpty ? byID.keys.sorted() : ids
        return .list(
            of: "(ia{sv})",
            items.compactMap { id in
                self[id].map { .structure([.int32(id), .options($0.properties(Set(names)))]) }
            })
    }

    /// What to tell hosts when this menu replaces a former one.
    enum Update: Sendable, Hashable {
        case nothing
        /// The arguments of `ItemsPropertiesUpdated`.
        case items([BusValue])
        /// Items have come or gone.
        case layout
    }

    func update(from former: TrayMenu) -> Update {
        guard items != former.items else { return .nothing }
        func shape(_ item: Item) -> [Int32] { [item.id, Int32(item.children.count)] + item.children.flatMap(shape) }
        guard items.flatMap(shape) == former.items.flatMap(shape) else { return .layout }
        var updated: [BusValue] = []
        var removed: [BusValue] = []
        for id in byID.keys.sorted() {
            let (new, old) = (self[id]?.properties([]) ?? [:], former[id]?.properties([]) ?? [:])
            let changed = new.filter { old[$0.key] != $0.value }
            let lost = old.keys.filter { new[$0] == nil }.sorted()
            if !changed.isEmpty { updated.append(.structure([.int32(id), .options(changed)])) }
            if !lost.isEmpty { removed.append(.structure([.int32(id), .strings(lost)])) }
        }
        // Only what a click does has changed.
        guard !updated.isEmpty || !removed.isEmpty else { return .nothing }
        return .items([.list(of: "(ia{sv})", updated), .list(of: "(ias)", removed)])
    }
}

extension TrayMenu.Item {
    /// The properties that differ from their defaults.
    ///
    /// - Parameter names: of those to include; empty for all.
    func properties(_ names: Set<String>) -> [String: BusValue] {
        var properties: [String: BusValue] = [:]
        switch kind {
        case .separator: properties["type"] = .string("separator")
        case .submenu: properties["children-display"] = .string("submenu")
        case .choice(let isChosen):
            properties["toggle-type"] = .string("radio")
            properties["toggle-state"] = .int32(isChosen ? 1 : 0)
        case .plain: break
        }
        if !label.isEmpty { properties["label"] = .string(TrayText.label(label)) }
        if !isEnabled { properties["enabled"] = .bool(false) }
        if let icon { properties["icon-name"] = .string(icon) }
        return names.isEmpty ? properties : properties.filter { names.contains($0.key) }
    }
}

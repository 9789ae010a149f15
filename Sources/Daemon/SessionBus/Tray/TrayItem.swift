import ClientProtocol
import Languages
import Logging
import Platform
import Rendering
import Server
import SystemBus

/// The item in the trays of panels (StatusNotifierItem) with its menu (com.canonical.dbusmenu), on the weather's connection.
///
/// Nothing is computed before a host reads it. Hosts are the programs that have read it and are still connected.
@EventLoopActor
final class TrayItem {
    private let settings: () -> TraySettings
    private let requests: Requests
    private let logger: Logger
    private let report: (TrayState) -> Void
    private var service: BusService?
    /// Whether the program that collects items has accepted it.
    private var isRegistered = false
    /// Whether one has been asked to, on this connection.
    private var hasAsked = false
    /// Counts the programs that collect items, so that a reply of a former one is ignored.
    private var registration = 0
    /// Why the last one has rejected the item, which is logged once.
    private var lastRejection: String?
    /// The connection limits their number.
    private var hosts: Set<String> = []

    /// What hosts have been told; nil before the first one, and after the last one has gone.
    private var properties: TrayProperties?
    private var menu = TrayMenu([])
    private var revision: UInt32 = 1
    private var scroll = TrayScroll()

    /// - Parameters:
    ///   - settings: called each time, since the configuration can be reloaded.
    ///   - report: called with each new state.
    init(
        settings: @escaping () -> TraySettings, requests: Requests, logger: Logger,
        report: @escaping (TrayState) -> Void
    ) {
        (self.settings, self.requests, self.logger, self.report) = (settings, requests, logger, report)
    }

    // MARK: - Registration

    /// Called when the bus has answered.
    func connect(_ service: BusService) {
        guard self.service == nil else { return }
        self.service = service
        reconfigure()
    }

    func disconnect() {
        service = nil
        (isRegistered, hasAsked, hosts, properties) = (false, false, [], nil)
        registration += 1
        report(settings().isEnabled ? .noWatcher : .off)
    }

    /// Whether the item has been switched off, but panels still show it: they forget an item only with its connection.
    var isLeftOver: Bool { hasAsked && !settings().isEnabled }

    /// Called after the configuration may have changed.
    func reconfigure() {
        guard settings().isEnabled else {
            service?.unfollow(TrayInterface.watcher)
            (hosts, properties) = ([], nil)
            return report(.off)
        }
        if !isRegistered { report(.noWatcher) }
        service?.follow(TrayInterface.watcher)
    }

    /// - Parameter owner: the unique name of the program that collects items; nil when there is none.
    func setWatcher(_ owner: String?) {
        guard settings().isEnabled, let service else { return }
        (isRegistered, hasAsked) = (false, owner != nil)
        registration += 1
        let registration = registration
        guard owner != nil else { return report(.noWatcher) }
        // The sender's unique name belongs to a path, so that the item goes with the connection.
        let call = BusCall(
            service: TrayInterface.watcher, path: TrayInterface.watcherPath, interface: TrayInterface.watcher,
            method: "RegisterStatusNotifierItem", arguments: [.string(TrayInterface.item.path)])
        service.call(call) { [weak self, weak service] result in
            guard let self, self.service === service, self.registration == registration, settings().isEnabled else {
                return
            }
            switch result {
            case .success:
                (isRegistered, lastRejection) = (true, nil)
                report(hosts.isEmpty ? .noPanel : .shown)
            case .failure(let error):
                let reason = error.message.plain(limit: 160)
                if reason != lastRejection { logger.notice("the tray has rejected the item: \(reason)") }
                lastRejection = reason
                report(.rejected(reason))
            }
        }
    }

    // MARK: - Hosts

    /// Whether the item is to be computed after each change.
    var isShown: Bool { !hosts.isEmpty && settings().isEnabled }

    private func add(_ host: String) {
        guard service?.isCaller(host) == true, hosts.insert(host).inserted, isRegistered else { return }
        report(.shown)
    }

    /// A caller has disconnected.
    func remove(_ host: String) {
        guard hosts.remove(host) != nil, hosts.isEmpty else { return }
        properties = nil
        if isRegistered { report(.noPanel) }
    }

    /// Tells hosts what is different.
    func show(_ content: TrayContent) {
        guard isShown else { return }
        let (new, menu) = (TrayProperties(content, settings()), TrayMenu(content.menu))
        let (former, formerMenu) = (properties, self.menu)
        properties = new
        self.menu = menu
        guard let former, let service else { return }
        // MATE's panel ends at a signal that it does not know.
        for (name, arguments) in new.signals(since: former) {
            service.emit(TrayInterface.item.path, TrayInterface.item.name, name, arguments)
        }
        let (path, name) = (TrayInterface.menu.path, TrayInterface.menu.name)
        switch menu.update(from: formerMenu) {
        case .nothing: break
        case .items(let arguments): service.emit(path, name, "ItemsPropertiesUpdated", arguments)
        case .layout:
            revision &+= 1
            service.emit(path, name, "LayoutUpdated", [.uint32(revision), .int32(0)])
        }
    }

    // MARK: - Calls

    /// The object at a path, while the item is enabled; nil for other paths.
    func object(at path: String) -> TrayInterface? {
        TrayInterface(path: path).flatMap { settings().isEnabled ? $0 : nil }
    }

    /// - Parameter wait: lets the call wait until the content is known, or answers it with an error.
    func answer(_ call: BusService.Call, to object: TrayInterface, waiting wait: (@escaping () -> Void) -> Void) {
        let wanted: TrayCall
        do throws(WeatherCall.Failure) {
            wanted = try TrayCall(call, object)
        } catch {
            return fail(call, error)
        }
        switch wanted {
        case .introspect(let xml): service?.reply(call.id, [.string(xml)])
        case .nothing: service?.reply(call.id, [])
        case .activate, .secondaryActivate, .scroll:
            act(wanted)
            service?.reply(call.id, [])
        case .getAll, .get, .layout, .groupProperties, .property, .event, .eventGroup, .aboutToShow, .aboutToShowGroup:
            add(call.sender)
            guard properties == nil else { return read(call, wanted) }
            wait { self.read(call, wanted) }
        }
    }

    private func fail(_ call: BusService.Call, _ failure: WeatherCall.Failure) {
        service?.fail(call.id, failure.name, failure.sentence.withoutInvalidCharacters)
    }

    /// Answers a call from the content.
    private func read(_ call: BusService.Call, _ wanted: TrayCall) {
        guard let properties else {
            return fail(call, .standard("Failed", "the tray item is not shown at present"))
        }
        func unknown(_ id: Int32) { fail(call, .standard("InvalidArgs", "unknown menu item \(id)")) }
        func reply(_ values: BusValue...) { service?.reply(call.id, values) }
        switch wanted {
        case .getAll(.item): reply(.options(properties.all))
        case .get(.item, let name): reply(.variant(properties.value(of: name) ?? .string("")))
        case .getAll(.menu): reply(.options(Self.menuProperties))
        case .get(.menu, let name): reply(.variant(Self.menuProperties[name] ?? .string("")))
        case .layout(let parent, let depth, let names):
            guard let layout = menu.layout(of: parent, depth: depth, names: names) else { return unknown(parent) }
            reply(.uint32(revision), layout)
        case .groupProperties(let ids, let names): reply(menu.properties(of: ids, names: names))
        case .property(let id, let name):
            guard let item = menu[id] else { return unknown(id) }
            guard let value = item.properties([])[name] else {
                return fail(call, .standard("InvalidArgs", "item \(id) has no property \(WeatherCall.shown(name))"))
            }
            reply(.variant(value))
        case .event(let id, let name):
            guard let item = menu[id] else { return unknown(id) }
            reply()
            handle(name, item)
        case .eventGroup(let events):
            let known = events.compactMap { event in menu[event.id].map { (event.name, $0) } }
            guard !known.isEmpty || events.isEmpty else { return unknown(events[0].id) }
            reply(.list(of: "i", events.filter { menu[$0.id] == nil }.map { .int32($0.id) }))
            // A user clicks once; hosts report several events in one call, such as opened and hovered.
            if let (name, item) = known.last(where: { $0.0 == "clicked" }) { handle(name, item) }
        case .aboutToShow(let id):
            guard menu[id] != nil else { return unknown(id) }
            // Changes have been announced.
            reply(.bool(false))
        case .aboutToShowGroup(let ids):
            let unknownIDs = ids.filter { menu[$0] == nil }
            guard unknownIDs.count < ids.count || ids.isEmpty else { return unknown(ids[0]) }
            reply(.list(of: "i", []), .list(of: "i", unknownIDs.map(BusValue.int32)))
        case .introspect, .nothing, .activate, .secondaryActivate, .scroll: break
        }
    }

    /// The text direction is that of each label.
    private static let menuProperties: [String: BusValue] = [
        "Version": .uint32(3), "TextDirection": .string("ltr"), "Status": .string("normal"),
        "IconThemePath": .strings([]),
    ]

    // MARK: - Actions

    private func act(_ wanted: TrayCall) {
        switch wanted {
        case .activate: request(.toggle(Self.short))
        case .secondaryActivate: request(.refresh(wait: false, place: nil))
        case .scroll(let delta, let direction):
            let steps = scroll.steps(delta, direction)
            if steps != 0 { request(.step(steps > 0 ? .next : .previous, Self.short)) }
        default: break
        }
    }

    private func handle(_ event: String, _ item: TrayMenu.Item) {
        guard event == "clicked" else { return }
        switch item.action {
        case nil: break
        case .show(let index): request(.step(.position(index), Self.short))
        case .units(let words): request(.setUnits(words))
        case .refresh: request(.refresh(wait: false, place: nil))
        }
    }

    /// The view of requests whose reply is not read.
    private static let short = ViewRequest(.short(format: nil))

    /// Makes a request without reading its reply: what it changes is announced.
    private func request(_ request: Request) {
        guard waiting < Self.mostWaiting else { return }
        waiting += 1
        requests.answer(request, converting: { _ in }) { [self] _ in waiting -= 1 }
    }

    /// The requests without a reply so far. More than a user can click at a time are ignored.
    private var waiting = 0
    private static let mostWaiting = 16
}

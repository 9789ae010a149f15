import ClientProtocol
import Formats
import Logging
import Platform
import Rendering
import Server
import SystemBus
import Weather

/// The object on the bus: connects, answers calls and announces changes, also for the tray item on the same connection.
///
/// Nothing is computed before the first call. Then values are computed after the store has changed, when a client reads them, and
/// while a client is connected when the clock changes them: without clients the clock causes no wake-ups.
@EventLoopActor
final class WeatherObject {
    /// How long to wait for further changes before announcing one.
    private static let coalescing = Duration.milliseconds(20)
    /// How long the start of the daemon waits for the bus.
    private static let patience = Duration.seconds(2)

    private let address: String?
    private let requests: Requests
    private let logger: Logger
    private let report: (SessionBusState) -> Void
    private let tray: TrayItem
    private var service: BusService?
    private var backoff = BusBackoff()
    private var retry: Timer?
    private var admission = CallAdmission()
    private var ownsName = false
    private var ringsBell = false
    /// Called once the bus has answered, or cannot be reached.
    private var waiters: [() -> Void] = []
    private var isEnded = false

    /// Whether a client has called, also on an earlier connection.
    private var hasBeenCalled = false
    /// The values as announced last; nil before the first ones.
    private var announced: PropertyValues?
    /// Whether the store has changed since the values were computed.
    private var hasChanged = true
    private var isComputing = false
    /// The readers of the next values, and whether they need the lists.
    private var readers: [(PropertyValues) -> Void] = []
    private var readersList = false
    private var changeTimer: Timer?
    private var clockTimer: Timer?

    /// - Parameters:
    ///   - address: of the bus; nil when there is none.
    ///   - report: called with each new state of the connection.
    init(
        address: String?, requests: Requests, tray: TrayItem, logger: Logger,
        report: @escaping (SessionBusState) -> Void
    ) {
        (self.address, self.requests, self.tray, self.logger) = (address, requests, tray, logger)
        self.report = report
    }

    // MARK: - Connection

    /// Connects. Returns when clients can reach the object, or when it is clear that they cannot yet.
    func begin() async {
        await withCheckedContinuation { begun in
            waiters.append { begun.resume() }
            let timer = EventLoop.shared.schedule(in: Self.patience) { [self] in settle() }
            waiters.append { EventLoop.shared.cancel(timer) }
            connect()
        }
    }

    func end() {
        isEnded = true
        service?.close()
        service = nil
        tray.disconnect()
        for timer in [retry, changeTimer, clockTimer] { if let timer { EventLoop.shared.cancel(timer) } }
        settle()
    }

    private func settle() {
        let waiting = waiters
        waiters = []
        for waiter in waiting { waiter() }
    }

    private func connect() {
        guard service == nil, !isEnded else { return }
        guard let address else { return fail(.absent) }
        do throws(BusError) {
            service = try BusService(address: address, name: WeatherInterface.name) { [weak self] event in
                self?.handle(event)
            }
        } catch {
            fail(.absent)
        }
    }

    /// - Parameter state: why there is no connection.
    private func fail(_ state: SessionBusState) {
        service = nil
        tray.disconnect()
        (ownsName, ringsBell, admission) = (false, false, CallAdmission())
        report(state)
        settle()
        guard !isEnded, let pause = backoff.next() else { return }
        retry = EventLoop.shared.schedule(in: pause) { [weak self] in
            guard let self else { return }
            retry = nil
            connect()
        }
    }

    private func handle(_ event: BusService.Event) {
        switch event {
        case .call(let call): answer(call)
        case .owns(let isOwner):
            setOwner(isOwner)
            if let service { tray.connect(service) }
        case .owner(_, let owner): tray.setWatcher(owner)
        case .departed(let caller): tray.remove(caller)
        case .ended: fail(.absent)
        }
    }

    private func setOwner(_ isOwner: Bool) {
        backoff.succeeded()
        ownsName = isOwner
        report(isOwner ? .served : .taken)
        settle()
        if isOwner {
            // What has changed since the last connection.
            if hasBeenCalled { compute() }
        } else {
            logger.warning(
                """
                another program owns \(WeatherInterface.name) on the session bus; desktop extensions show its weather until \
                it exits
                """)
            service?.set(WeatherInterface.bell, isOwned: false)
            ringsBell = false
        }
    }

    // MARK: - Calls

    private func answer(_ call: BusService.Call) {
        if let object = tray.object(at: call.path) {
            return tray.answer(call, to: object) { read in
                guard let released = admit(call) else { return }
                self.read(listing: false) { _ in released(read) }
            }
        }
        let wanted: WeatherCall
        do throws(WeatherCall.Failure) {
            wanted = try WeatherCall(call, hasTray: tray.object(at: TrayInterface.item.path) != nil)
        } catch {
            service?.fail(call.id, error.name, error.sentence.withoutInvalidCharacters)
            return
        }
        if case .introspect(let xml) = wanted {
            service?.reply(call.id, [.string(xml)])
            return
        }
        hasBeenCalled = true
        if case .get(let property) = wanted, let current, !lacksClock, PropertyValues.isSmall(property) {
            reply(to: call, property, current)
            return
        }
        guard let released = admit(call) else { return }
        switch wanted {
        case .introspect: break
        case .get(let property):
            read(listing: !PropertyValues.isSmall(property)) { values in
                released { self.reply(to: call, property, values) }
            }
        case .getAll:
            read(listing: true) { values in
                released { self.service?.reply(call.id, [.options(values.all(at: self.requests.now))]) }
            }
        case .request(let request, let form):
            // The first values, from which changes are announced.
            if announced == nil || lacksClock { compute() }
            requests.answer(request, converting: { MethodResult($0, as: form) }) { result in
                released { self.send(result, to: call) }
            }
        }
    }

    /// Lets a call wait, within the limits. Otherwise it gets an error.
    ///
    /// - Returns: what to call with the answer; nil if it may not wait.
    private func admit(_ call: BusService.Call) -> ((() -> Void) -> Void)? {
        guard admission.admit(call.sender) else {
            let failure = WeatherCall.Failure(
                .busy,
                "too many calls are waiting (limit: \(CallAdmission.limitForCaller) per client); wait for replies")
            service?.fail(call.id, failure.name, failure.sentence)
            return nil
        }
        // The call may end on another connection, which knows nothing of its id.
        let service = service
        return { [self] answer in
            guard service === self.service else { return }
            admission.release(call.sender)
            answer()
        }
    }

    private func send(_ result: MethodResult, to call: BusService.Call) {
        switch result {
        case .values(let values): service?.reply(call.id, values)
        case .failure(let failure):
            service?.fail(call.id, failure.name, failure.sentence.withoutInvalidCharacters)
        }
    }

    private func reply(to call: BusService.Call, _ property: WeatherInterface.Property, _ values: PropertyValues) {
        if let value = values.value(of: property, at: requests.now) {
            service?.reply(call.id, [.variant(value)])
        } else {
            let failure = WeatherCall.Failure(.noData, "\(property.rawValue) is currently unknown")
            service?.fail(call.id, failure.name, failure.sentence)
        }
    }

    // MARK: - Properties

    /// The values, if they are up to date.
    private var current: PropertyValues? {
        guard let announced, !hasChanged, !isComputing else { return nil }
        return announced.next.map { requests.now < $0 } == false ? nil : announced
    }

    /// Whether the clock will change values for a client that is connected, and no timer waits for it: it was not set while no
    /// client was.
    private var lacksClock: Bool { clockTimer == nil && announced?.next != nil && service?.hasCallers == true }

    /// Called after each change of the store.
    func storeChanged() {
        hasChanged = true
        guard service != nil else {
            // The daemon is awake anyway.
            if retry == nil { connect() }
            return
        }
        if hasBeenCalled || tray.isShown { announceLater() }
    }

    /// Called after the configuration may have changed.
    func reconfigure() {
        if tray.isLeftOver {
            service?.close()
            service = nil
            tray.disconnect()
            (ownsName, ringsBell, admission) = (false, false, CallAdmission())
            connect()
        }
        tray.reconfigure()
        storeChanged()
    }

    private func announceLater() {
        guard changeTimer == nil, !isComputing else { return }
        changeTimer = EventLoop.shared.schedule(in: Self.coalescing) { [weak self] in
            guard let self else { return }
            changeTimer = nil
            compute()
        }
    }

    /// Calls the reader with the values of now.
    ///
    /// - Parameter listing: whether it needs the lists.
    private func read(listing: Bool, _ reader: @escaping (PropertyValues) -> Void) {
        readers.append(reader)
        readersList = readersList || listing
        compute()
    }

    /// Computes the values for all readers so far, and announces changes.
    private func compute() {
        guard !isComputing, service != nil else { return }
        if let changeTimer { EventLoop.shared.cancel(changeTimer) }
        (isComputing, hasChanged, changeTimer) = (true, false, nil)
        let (readers, listing) = (readers, readersList)
        (self.readers, readersList) = ([], false)
        requests.render { [isShown = tray.isShown] views in
            let glance = views.glance
            let replies = PropertyValues.Replies(views, glance, hasTexts: isShown)
            let trees = PropertyValues.Trees(replies)
            return (
                PropertyValues(replies, trees, listing: listing),
                isShown ? TrayContent(replies, trees, TrayContent.Replies(views, glance)) : nil
            )
        } done: { [weak self] (values: PropertyValues, content: TrayContent?) in
            guard let self else { return }
            isComputing = false
            announce(values)
            if let content { tray.show(content) }
            setClockTimer(to: [values.next, content?.next].compactMap(\.self).min())
            for reader in readers { reader(values) }
            if !self.readers.isEmpty {
                compute()
            } else if hasChanged {
                announceLater()
            }
        }
    }

    private func announce(_ values: PropertyValues) {
        let former = announced
        announced = values.withoutLists
        // The tray item alone computes them, too.
        guard let former, hasBeenCalled, ownsName, let service else { return }
        let changes = values.changes(from: former)
        guard !changes.isEmpty else { return }
        service.emit(
            WeatherInterface.path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
            [.string(WeatherInterface.name), .options(changes.changed), .strings(changes.invalidated)])
        ringsBell.toggle()
        service.set(WeatherInterface.bell, isOwned: ringsBell)
    }

    private func setClockTimer(to next: UnixTime?) {
        if let clockTimer { EventLoop.shared.cancel(clockTimer) }
        clockTimer = nil
        guard let next, service?.hasCallers == true else { return }
        let left = max(1, next.seconds(since: requests.now))
        clockTimer = EventLoop.shared.schedule(in: .seconds(left)) { [weak self] in
            guard let self else { return }
            clockTimer = nil
            if service?.hasCallers == true { compute() }
        }
    }
}

/// The result of a method that asks the line protocol.
enum MethodResult: Sendable, Hashable {
    case values([BusValue])
    case failure(WeatherCall.Failure)

    init(_ reply: Reply, as form: WeatherCall.Form) {
        switch reply {
        case .error(let code, let sentence): self = .failure(WeatherCall.Failure(code, sentence))
        case .ok(let lines):
            switch form {
            case .nothing: self = .values([])
            case .text: self = .values([.string(lines.joined(separator: "\n").withoutInvalidCharacters)])
            case .object: self = .values([.object(reply.tree)])
            case .objects(let key): self = .values([.objects(reply.tree?[key])])
            }
        }
    }
}

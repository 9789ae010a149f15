public import Logging
public import Platform
public import Rendering
public import Server
public import Store
import Synchronization

/// Offers the weather on the user's session bus, beside the socket, and as an item in the trays of panels.
public final class WeatherService: BackgroundService {
    private let address: String?
    private let store: Store
    private let settings: @Sendable () -> TraySettings
    private let logger: Logger
    private let current = Mutex(SessionBusState.absent)
    private let currentTray = Mutex(TrayState.off)
    private let object = Mutex<WeatherObject?>(nil)

    /// - Parameters:
    ///   - address: of the bus; nil when there is none.
    ///   - tray: called each time, since the configuration can be reloaded.
    public init(
        address: String?, store: Store, tray settings: @escaping @Sendable () -> TraySettings, logger: Logger
    ) {
        (self.address, self.store, self.settings, self.logger) = (address, store, settings, logger)
    }

    /// Whether clients on the bus are served.
    public var state: SessionBusState { current.withLock { $0 } }

    /// Whether a panel shows the tray item.
    public var tray: TrayState { currentTray.withLock { $0 } }

    /// Connects. Returns when the bus has answered, or when there is none.
    public func begin(_ requests: Requests) async {
        let tray = await TrayItem(settings: settings, requests: requests, logger: logger) { [weak self] state in
            self?.currentTray.withLock { $0 = state }
        }
        let object = await WeatherObject(address: address, requests: requests, tray: tray, logger: logger) {
            [weak self] state in
            self?.current.withLock { $0 = state }
        }
        self.object.withLock { $0 = object }
        await object.begin()
    }

    /// Called after the configuration may have changed.
    public func reconfigure() {
        Task { await object.withLock { $0 }?.reconfigure() }
    }

    /// What the properties depend on: everything but when reports are fetched next.
    private static let concern: StoreChange = [
        .units, .place, .favourites, .names, .selection, .reports, .network, .locationFailures, .ownStation,
    ]

    public func run() async {
        for await _ in store.changes(of: Self.concern) {
            await object.withLock { $0 }?.storeChanged()
        }
        await object.withLock { $0 }?.end()
    }
}

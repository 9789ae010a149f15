public import Logging
public import Platform
public import Rendering
public import Server
public import Store
import Synchronization

/// Offers the weather on the user's session bus, beside the socket.
public final class WeatherService: BackgroundService {
    private let address: String?
    private let store: Store
    private let logger: Logger
    private let current = Mutex(SessionBusState.absent)
    private let object = Mutex<WeatherObject?>(nil)

    /// - Parameter address: of the bus; nil when there is none.
    public init(address: String?, store: Store, logger: Logger) {
        (self.address, self.store, self.logger) = (address, store, logger)
    }

    /// Whether clients on the bus are served.
    public var state: SessionBusState { current.withLock { $0 } }

    /// Connects. Returns when the bus has answered, or when there is none.
    public func begin(_ requests: Requests) async {
        let object = await WeatherObject(address: address, requests: requests, logger: logger) { [weak self] state in
            self?.current.withLock { $0 = state }
        }
        self.object.withLock { $0 = object }
        await object.begin()
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

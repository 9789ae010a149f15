import Synchronization
public import Weather

/// Whether there is a route to the services, and whether the machine is about to suspend.
///
/// Queries the kernel, which sends no packets. If the kernel cannot report changes, a route is assumed.
public final class NetworkStatus: Sendable {
    private struct State {
        var reaches: [NetworkConsumer: Reachability] = [:]
        var isAsleep = false
    }

    private let urls: @Sendable (NetworkConsumer) -> [String]
    private let destination: @Sendable (String) -> Destination
    private let reportsChanges: Bool
    private let route: @Sendable (Destination) -> Route?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - reportsChanges: whether the kernel reports changes of routes.
    ///   - urls: the URLs of the services that a part of the daemon uses; empty for none.
    ///   - destination: the host to connect to for a URL: the URL's own, or a proxy.
    ///   - route: looks up a route in the kernel.
    public init(
        reportsChanges: Bool, urls: @escaping @Sendable (NetworkConsumer) -> [String],
        destination: @escaping @Sendable (String) -> Destination,
        route: @escaping @Sendable (Destination) -> Route? = Route.to
    ) {
        self.reportsChanges = reportsChanges
        self.urls = urls
        self.destination = destination
        self.route = route
        _ = checkRoutes()
    }

    /// Whether there is no route to any service of that consumer.
    public func isCut(_ consumer: NetworkConsumer) -> Bool { state.withLock { $0.reaches[consumer]?.isCut ?? false } }

    /// Whether there is a route to a URL: `https://api.open-meteo.com/v1/forecast`.
    @Sendable public func hasRoute(to url: String) -> Bool {
        guard reportsChanges else { return true }
        return route(destination(url)) != nil
    }

    /// Checks the routes again.
    ///
    /// - Returns: what has changed.
    public func checkRoutes() -> [(consumer: NetworkConsumer, change: Reachability.Change)] {
        guard reportsChanges else { return [] }
        return state.withLock { state in
            NetworkConsumer.allCases.compactMap { consumer in
                let found = Dictionary(urls(consumer).map(destination).map { ($0, route($0)) }) { first, _ in first }
                return state.reaches[consumer, default: Reachability()].update(found).map { (consumer, $0) }
            }
        }
    }

    /// - Returns: the parts that are affected.
    public func setAsleep(_ isAsleep: Bool) -> [NetworkConsumer] {
        state.withLock { state in
            guard state.isAsleep != isAsleep else { return [] }
            state.isAsleep = isAsleep
            return NetworkConsumer.allCases.filter { !(state.reaches[$0]?.isCut ?? false) }
        }
    }

    /// The effect of a change on a refresher; nil for none.
    public func trigger(_ change: Reachability.Change) -> Trigger? {
        let isAsleep = state.withLock { $0.isAsleep }
        return switch change {
        case .cut: .held(reason: .noNetwork)
        case .back: isAsleep ? .held(reason: nil) : .released
        case .rerouted: isAsleep ? nil : .released
        case .improved: .improved
        }
    }
}

/// The parts of the daemon that use the network.
public enum NetworkConsumer: Sendable, Hashable, CaseIterable {
    /// The refresher of one type of report.
    case reports(ReportKind)
    case location

    public static let allCases = ReportKind.allCases.map(reports) + [.location]
    public static let forecasts = reports(.forecast)
}

/// The last known routes to the services of one part of the daemon. Pure.
public struct Reachability: Sendable {
    /// Whether there is no route to any of them.
    private(set) var isCut = false
    /// The last route to each, which is kept while there is none.
    private var routes: [Destination: Route] = [:]
    private var reached: Set<Destination> = []

    public enum Change: Sendable, Hashable {
        case cut
        /// A route is available again; `isElsewhere` if it differs from the last one, as in another network.
        case back(isElsewhere: Bool)
        /// A route has changed, so that pending answers will not arrive.
        case rerouted
        /// A route was added.
        case improved
    }

    /// - Parameter found: the routes to all services. A part without services is never offline.
    /// - Returns: the change; nil for none.
    mutating func update(_ found: [Destination: Route?]) -> Change? {
        let present = found.compactMapValues(\.self)
        let wasCut = isCut
        isCut = !found.isEmpty && present.isEmpty
        guard !isCut else {
            reached = []
            return wasCut ? nil : .cut
        }
        let isElsewhere = present.contains { destination, route in
            routes[destination].map { !route.includes($0) } ?? false
        }
        let isFurther = present.contains { destination, route in
            routes[destination] != route || !reached.contains(destination)
        }
        routes = routes.filter { found.keys.contains($0.key) }.merging(present) { $1 }
        reached = Set(present.keys)
        if wasCut { return .back(isElsewhere: isElsewhere) }
        return isElsewhere ? .rerouted : isFurther ? .improved : nil
    }
}

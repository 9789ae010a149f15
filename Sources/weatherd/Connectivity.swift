import Endpoints
import Refreshing
import Routing
import Synchronization
import Weather

/// Whether there is a way to those who are asked, and whether the machine is about to sleep.
///
/// It is the kernel that is asked, which knows without anything being sent. Where it does not tell of changes, there is taken
/// to be a way always.
final class Connectivity: Sendable {
    /// The parts of the daemon that ask somebody on the network.
    enum Asker: Sendable, Hashable, CaseIterable {
        case forecasts, alerts, air, location
    }

    private struct State {
        var reaches: [Asker: Reachability] = [:]
        var isAsleep = false
    }

    private let source: ConfigurationSource
    private let neighbour: @Sendable (String) -> String
    private let tells: Bool
    private let way: @Sendable (Destination) -> Way?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - tells: whether the kernel tells of changes.
    ///   - neighbour: whom a connection is made to for a web address: that address, or a proxy.
    ///   - way: the kernel's word.
    init(
        source: ConfigurationSource, tells: Bool, neighbour: @escaping @Sendable (String) -> String = { $0 },
        way: @escaping @Sendable (Destination) -> Way? = Way.to
    ) {
        self.source = source
        self.tells = tells
        self.neighbour = neighbour
        self.way = way
        _ = look()
    }

    /// Whether there is a way to nobody whom that part asks.
    func isCut(_ asker: Asker) -> Bool { state.withLock { $0.reaches[asker]?.isCut ?? false } }

    /// Whether there is a way to a web address: `https://api.open-meteo.com/v1/forecast`.
    @Sendable func hasWay(to url: String) -> Bool {
        guard tells else { return true }
        return way(Configuration.destination(neighbour(url))) != nil
    }

    /// Looks anew.
    ///
    /// - Returns: what has changed.
    func look() -> [(asker: Asker, change: Reachability.Change)] {
        guard tells else { return [] }
        let configuration = source.configuration
        return state.withLock { state in
            Asker.allCases.compactMap { asker in
                let destinations = configuration.addresses(of: asker).map { Configuration.destination(neighbour($0)) }
                let found = Dictionary(destinations.map { ($0, way($0)) }) { first, _ in first }
                return state.reaches[asker, default: Reachability()].update(found).map { (asker, $0) }
            }
        }
    }

    /// - Returns: those for whom that makes a difference.
    func setAsleep(_ isAsleep: Bool) -> [Asker] {
        state.withLock { state in
            guard state.isAsleep != isAsleep else { return [] }
            state.isAsleep = isAsleep
            return Asker.allCases.filter { !(state.reaches[$0]?.isCut ?? false) }
        }
    }

    /// What a change means for who refreshes; nil for nothing.
    func trigger(_ change: Reachability.Change) -> Trigger? {
        let isAsleep = state.withLock { $0.isAsleep }
        return switch change {
        case .cut: .held(reason: .noNetwork)
        case .back: isAsleep ? .held(reason: nil) : .released
        case .rerouted: isAsleep ? nil : .released
        case .eased: .eased
        }
    }
}

extension Configuration {
    /// The hosts that are asked unless others are configured. All are on the Internet.
    private static let publicHosts: Set<String> = {
        let defaults = Configuration()
        return Set(
            [
                defaults.openMeteoURL, defaults.openMeteoGeocodingURL, defaults.openMeteoAirURL,
                defaults.openWeatherMapURL, defaults.metNorwayURL, defaults.nwsURL, defaults.pirateWeatherURL,
                defaults.ipLocationURL,
            ].map(\.urlHost))
    }()

    static func destination(_ url: String) -> Destination {
        let authority = url.urlHost
        return Destination(authority: authority, isPublic: publicHosts.contains(authority))
    }

    /// The web addresses of those whom a part of the daemon asks; empty when it asks nobody.
    func addresses(of asker: Connectivity.Asker) -> [String] {
        let urls: [String?] =
            switch asker {
            case .forecasts: providers.map(url)
            case .alerts: providers == [.sample] ? [] : alertsProviders.map(url)
            case .air:
                providers == [.sample] ? [] : airProviders.map { $0 == .openMeteo ? openMeteoAirURL : url(of: $0) }
            case .location: locationSources.contains(.ip) ? [ipLocationURL] : []
            }
        return urls.compactMap(\.self)
    }
}

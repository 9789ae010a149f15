import Forecasting
import HTTP
import Keeping
import Refreshing
import Weather
import Wire

/// The services that can be asked, each with its address, its key and its share of requests.
struct Services: Sendable {
    let store: Store
    /// The way to the network for who calls himself so, with a deadline for each exchange.
    let network: Network
    /// The time zone of a place by the gazetteer, as tzdata names it; nil when that does not know.
    let timeZone: @Sendable (Coordinate) async -> String?
    let now: @Sendable () -> UnixTime
    /// Whether there is a way to a web address, as far as the kernel knows.
    let hasWay: @Sendable (String) -> Bool
    /// Told what whoever looks after the daemon should know of an answer.
    let notice: @Sendable (ProviderNotice) -> Void
    private let gridPoints = NWSGridPoints()

    typealias Network = @Sendable (_ userAgent: String, _ deadline: Duration) -> HTTPExchange

    init(
        store: Store, network: @escaping Network, timeZone: @escaping @Sendable (Coordinate) async -> String?,
        now: @escaping @Sendable () -> UnixTime, hasWay: @escaping @Sendable (String) -> Bool = { _ in true },
        notice: @escaping @Sendable (ProviderNotice) -> Void
    ) {
        self.store = store
        self.network = network
        self.timeZone = timeZone
        self.now = now
        self.hasWay = hasWay
        self.notice = notice
    }

    func forecastProviders(_ configuration: Configuration) -> [any ReportProvider<Report>] {
        configuration.providers.compactMap { name in
            let exchange = exchange(for: name, configuration)
            switch name {
            case .openMeteo: return OpenMeteo(baseURL: configuration.openMeteoURL, exchange: exchange)
            case .metNorway:
                return METNorway(
                    baseURL: configuration.metNorwayURL, timeZone: timeZone,
                    altitude: { [store] in store.snapshot.altitude(of: $0) }, exchange: exchange, notice: notice)
            case .nws:
                return NWS(baseURL: configuration.nwsURL, gridPoints: gridPoints, exchange: exchange, notice: notice)
            case .openWeatherMap:
                guard let key = configuration.openWeatherMapKey else { return nil }
                let url = configuration.openWeatherMapURL
                return switch configuration.oneCall {
                case .three: OneCall(version: .three, baseURL: url, key: key, exchange: exchange)
                case .four: OneCall(version: .four, baseURL: url, key: key, exchange: exchange)
                case nil: OpenWeatherMap(baseURL: url, key: key, timeZone: timeZone, exchange: exchange)
                }
            case .pirateWeather:
                return configuration.pirateWeatherKey.map {
                    DarkSky(baseURL: configuration.pirateWeatherURL, key: $0, exchange: exchange)
                }
            case .sample: return Sample(timeZone: timeZone)
            }
        }
    }

    func alertProviders(_ configuration: Configuration) -> [any ReportProvider<AlertReport>] {
        // Made-up weather wants no network.
        guard configuration.providers != [.sample] else { return [] }
        return configuration.alertsProviders.compactMap { name in
            let exchange = exchange(for: name, configuration)
            return switch name {
            case .nws: NWSAlerts(baseURL: configuration.nwsURL, exchange: exchange)
            case .metNorway: METAlerts(baseURL: configuration.metNorwayURL, exchange: exchange, notice: notice)
            default: nil
            }
        }
    }

    func airProviders(_ configuration: Configuration) -> [any ReportProvider<AirReport>] {
        guard configuration.providers != [.sample] else { return [] }
        return configuration.airProviders.compactMap { name in
            let exchange = exchange(for: name, configuration)
            switch name {
            case .openMeteo: return OpenMeteoAir(baseURL: configuration.openMeteoAirURL, exchange: exchange)
            case .openWeatherMap:
                return configuration.openWeatherMapKey.map {
                    OpenWeatherMapAir(baseURL: configuration.openWeatherMapURL, key: $0, exchange: exchange)
                }
            default: return nil
            }
        }
    }

    /// Runs what asks services and reads their answers, on a thread of its own: a long answer holds up neither clients nor the
    /// watchdog.
    func reading<Outcome: Sendable, Failure>(
        _ work: () async throws(Failure) -> Outcome
    ) async throws(Failure) -> Outcome {
        try await store.fetching { () async throws(Failure) in
            try await withTaskExecutorPreference(WorkQueue.reading, isolation: nil, operation: work)
        }
    }

    /// The way to the network for one service: each request is counted, and none goes out beyond the budget.
    func exchange(
        for name: ProviderName, _ configuration: Configuration, deadline: Duration = .seconds(20)
    ) -> HTTPExchange {
        let exchange = network(configuration.userAgent, deadline)
        let budget: Int? =
            switch name {
            case .pirateWeather: configuration.pirateWeatherBudget
            case .openWeatherMap where configuration.oneCall != nil: OneCall.freeCallsADay
            default: nil
            }
        return { [store, now, hasWay] query async throws(FetchFailure) in
            guard hasWay(query.url) else { throw .noNetwork }
            switch await store.countRequest(to: name.rawValue, within: budget, at: now()) {
            case .granted: break
            case .budgetSpent:
                throw .budgetSpent(host: query.host, limit: budget ?? 0, retryAfter: 86_400 - now().seconds % 86_400)
            case .resting(let end): throw .interrupted(host: query.host, retryAfter: end.seconds(since: now()))
            }
            do throws(FetchFailure) {
                return try await exchange(query)
            } catch {
                // Without the network nothing goes out, and a budget is not to be used up by that.
                if case .hostNotFound = error { await store.uncountRequest(to: name.rawValue, at: now()) }
                throw error
            }
        }
    }
}

extension Configuration {
    /// Who asks: the program, the project's address, and the user's, where `contact` has one.
    var userAgent: String {
        let comments = ["+\(Release.address)"] + [contact.map { "contact: \($0)" }].compactMap(\.self)
        return "weatherd/\(Release.version) (\(comments.joined(separator: "; ")))"
    }
}

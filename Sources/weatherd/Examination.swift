import Endpoints
import Jobs
import Keeping
import Providers
import Rendering
import Synchronization
import TimeZones
import Weather
import Wire

/// Looks at what `doctor` tells of.
final class Examination: Sendable {
    private let source: ConfigurationSource
    private let store: Store
    private let hasWay: @Sendable (String) -> Bool
    private let probes: Probes
    private let gazetteer: @Sendable () async -> GazetteerStatus
    private let now: @Sendable () -> UnixTime
    private let answers = Mutex(ServiceAnswers<ContinuousClock.Instant>())
    /// Whoever asks at the same time as others waits for what they find.
    private let turns = RequestGate(limit: 1, urgentLimit: 1)

    /// What servers answer to what every one may be asked, in the order of their web addresses.
    typealias Probes =
        @Sendable (_ urls: [String], Configuration) async -> [Result<ServerProbe, FetchFailure>]

    /// - Parameters:
    ///   - hasWay: whether there is a way to a web address, as far as the kernel knows.
    ///   - gazetteer: which file of places answers.
    init(
        source: ConfigurationSource, store: Store, hasWay: @escaping @Sendable (String) -> Bool,
        probes: @escaping Probes, gazetteer: @escaping @Sendable () async -> GazetteerStatus,
        now: @escaping @Sendable () -> UnixTime
    ) {
        self.source = source
        self.store = store
        self.hasWay = hasWay
        self.probes = probes
        self.gazetteer = gazetteer
        self.now = now
    }

    @Sendable func findings(_ status: DaemonStatus) async -> [Finding] {
        let snapshot = store.snapshot
        let configuration = source.configuration
        let forecast = snapshot.place.flatMap { snapshot.weather[$0.coordinate.rounded]?.forecast }
        let failedAt = forecast?.failure == nil ? nil : forecast?.triedAt
        async let gazetteer = gazetteer()
        let services = await turns.pass { () async -> [DaemonHealth.Service] in
            await self.services(configuration, failedAt: failedAt)
        }
        let health = DaemonHealth(
            status: status, isAutomatic: snapshot.isAutomatic, isBeingLocated: snapshot.isBeingLocated,
            services: services, gazetteer: await gazetteer, timeZoneProblem: TimeZoneDatabase.system.problem,
            variables: configuration.variables)
        return health.findings
    }

    /// In the order in which they are tried. Those of which nothing is known are asked all at once.
    private func services(_ configuration: Configuration, failedAt: UnixTime?) async -> [DaemonHealth.Service] {
        let asked = configuration.providers.compactMap { provider in
            configuration.url(of: provider).map { Asked(provider, at: $0, configuration) }
        }
        let unknown = asked.filter { hasWay($0.url) && known($0.way, failedAt: failedAt) == nil }
        if !unknown.isEmpty {
            let results = await probes(unknown.map(\.url), configuration)
            for (one, result) in zip(unknown, results) {
                let outcome = result.map { probe in
                    ServiceAnswers<ContinuousClock.Instant>.Answer(
                        delay: .milliseconds(probe.milliseconds), date: probe.date)
                }
                answers.withLock { $0.keep(outcome, of: one.way, at: .now) }
            }
        }
        return asked.map { one in
            let outcome: Result<DaemonHealth.Answer, FetchFailure> =
                hasWay(one.url) ? known(one.way) ?? .failure(.noNetwork) : .failure(.noNetwork)
            return DaemonHealth.Service(
                provider: one.provider.rawValue, host: one.url.urlHost, proxy: one.proxy, outcome: outcome)
        }
    }

    /// A service, and by which way it is asked: by another proxy it is another answer.
    private struct Asked {
        let provider: ProviderName
        let url: String
        /// nil for none.
        let proxy: String?
        let way: String

        init(_ provider: ProviderName, at url: String, _ configuration: Configuration) {
            let neighbour = configuration.network.neighbour(of: url)
            (self.provider, self.url) = (provider, url)
            proxy = neighbour == url ? nil : neighbour.urlHost
            way = "\(url) \(neighbour)"
        }
    }

    private func known(_ way: String, failedAt: UnixTime? = nil) -> Result<DaemonHealth.Answer, FetchFailure>? {
        answers.withLock { $0.outcome(of: way, at: .now, now: now(), failedAt: failedAt) }
    }
}

import Almanac
public import ClientProtocol
import Languages
public import Logging
public import Refreshing
public import Rendering
public import Store
import Synchronization
public import Weather
public import WorkerProtocol

/// Collects the facts for `doctor`.
public final class HealthCheck: Sendable {
    private let settings: @Sendable () -> ServiceSettings
    private let variables: @Sendable () -> [String: String]
    private let unsupportedLocale: @Sendable () -> String?
    private let store: Store
    private let hasRoute: @Sendable (String) -> Bool
    private let probes: Probes
    private let gazetteer: Places
    private let sandbox: @Sendable () -> WorkerSandbox?
    private let followsSleep: @Sendable () -> Bool
    private let sessionBus: @Sendable () -> SessionBusState
    private let tray: @Sendable () -> TrayState
    private let hasSystemBus: @Sendable () -> Bool
    private let now: @Sendable () -> UnixTime
    private let answers = Mutex(ServiceAnswers<ContinuousClock.Instant>())
    /// Concurrent callers share one result.
    private let turns = RequestGate(urgentLimit: 1)

    /// Which gazetteer file is used, and why the borders cannot be used; nil if they can.
    public typealias Places = @Sendable () async -> (GazetteerStatus, borders: GazetteerError?)

    /// The result of probing each server, in the order of the URLs.
    public typealias Probes =
        @Sendable (_ urls: [String], ServiceSettings) async -> [Result<ServerProbe, FetchFailure>]

    /// - Parameters:
    ///   - settings: called each time, since the configuration can be reloaded.
    ///   - variables: environment variables that override config.toml, by key.
    ///   - unsupportedLocale: the locale, if weatherd has no translation for its language; otherwise nil.
    ///   - hasRoute: whether the kernel has a route to a URL.
    ///   - gazetteer: the gazetteer files, according to a worker.
    ///   - sandbox: the sandbox of the workers; nil until one has started.
    ///   - followsSleep: whether logind announces sleep.
    ///   - sessionBus: whether clients on the session bus are served.
    ///   - tray: whether a panel shows the tray item.
    ///   - hasSystemBus: whether the system bus responds.
    public init(
        settings: @escaping @Sendable () -> ServiceSettings, variables: @escaping @Sendable () -> [String: String],
        unsupportedLocale: @escaping @Sendable () -> String? = { nil }, store: Store,
        hasRoute: @escaping @Sendable (String) -> Bool, probes: @escaping Probes, gazetteer: @escaping Places,
        sandbox: @escaping @Sendable () -> WorkerSandbox?, followsSleep: @escaping @Sendable () -> Bool,
        sessionBus: @escaping @Sendable () -> SessionBusState, tray: @escaping @Sendable () -> TrayState = { .off },
        hasSystemBus: @escaping @Sendable () -> Bool,
        now: @escaping @Sendable () -> UnixTime
    ) {
        self.settings = settings
        self.variables = variables
        self.unsupportedLocale = unsupportedLocale
        self.store = store
        self.hasRoute = hasRoute
        self.probes = probes
        self.gazetteer = gazetteer
        self.sandbox = sandbox
        self.followsSleep = followsSleep
        self.sessionBus = sessionBus
        self.tray = tray
        self.hasSystemBus = hasSystemBus
        self.now = now
    }

    @Sendable public func findings(_ status: DaemonStatus) async -> [Diagnostic] {
        let snapshot = store.snapshot
        let settings = settings()
        let forecast = snapshot.place.flatMap { snapshot.weather[$0.coordinate.rounded]?.forecast }
        let failedAt = forecast?.failure == nil ? nil : forecast?.triedAt
        async let gazetteer = gazetteer()
        let services = await turns.pass(.probe, isUrgent: true) { () async -> [DaemonHealth.Service] in
            await self.services(settings, of: status, failedAt: failedAt)
        }
        let (places, borders) = await gazetteer
        let fullSettings = await store.fullSettings()
        let health = DaemonHealth(
            status: status, isAutomatic: snapshot.isAutomatic, isBeingLocated: snapshot.isBeingLocated,
            services: services, gazetteer: places, borders: borders, sandbox: sandbox(),
            timeZoneProblem: TimeZoneDatabase.system.problem, fullSettings: fullSettings, followsSleep: followsSleep(),
            sessionBus: sessionBus(), tray: tray(), hasSystemBus: hasSystemBus(), variables: variables(),
            unsupportedLocale: unsupportedLocale())
        return health.findings
    }

    /// The services in order of preference. Services with unknown status are probed in parallel.
    private func services(
        _ settings: ServiceSettings, of status: DaemonStatus, failedAt: UnixTime?
    ) async -> [DaemonHealth.Service] {
        let asked = settings.providers(at: status.place?.coordinate, status.ranking).compactMap { provider in
            settings.url(of: provider).map { ProbedService(provider, at: $0, settings) }
        }
        let unknown = asked.filter { hasRoute($0.url) && known($0.route, failedAt: failedAt) == nil }
        if !unknown.isEmpty {
            let results = await probes(unknown.map(\.url), settings)
            for (one, result) in zip(unknown, results) {
                let outcome = result.map { probe in
                    ServiceAnswers<ContinuousClock.Instant>.Answer(
                        delay: .milliseconds(probe.milliseconds), date: probe.date)
                }
                answers.withLock { $0.keep(outcome, of: one.route, at: .now) }
            }
        }
        return asked.map { one in
            let outcome: Result<DaemonHealth.Answer, FetchFailure> =
                hasRoute(one.url) ? known(one.route) ?? .failure(.noNetwork) : .failure(.noNetwork)
            return DaemonHealth.Service(
                provider: one.provider.rawValue, host: one.url.urlHost, proxy: one.proxy,
                isPlain: one.url.hasPrefix("http://"), outcome: outcome)
        }
    }

    /// A service and the proxy to it, since the result depends on the proxy.
    private struct ProbedService {
        let provider: ProviderName
        let url: String
        /// nil for no proxy.
        let proxy: String?
        let route: String

        init(_ provider: ProviderName, at url: String, _ settings: ServiceSettings) {
            let neighbour = settings.network.neighbour(of: url)
            (self.provider, self.url) = (provider, url)
            proxy = neighbour == url ? nil : neighbour.urlHost
            route = "\(url) \(neighbour)"
        }
    }

    private func known(_ route: String, failedAt: UnixTime? = nil) -> Result<DaemonHealth.Answer, FetchFailure>? {
        answers.withLock { $0.outcome(of: route, at: .now, now: now(), failedAt: failedAt) }
    }
}

/// Caches the results of probing services, since scripts may run `doctor` often. Pure.
struct ServiceAnswers<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// A successful probe and its time.
    struct Answer: Sendable, Hashable {
        /// The round-trip time.
        var delay: Duration
        /// The server's Date header; nil when it has none.
        var date: UnixTime?
    }

    typealias Outcome = Result<Answer, FetchFailure>

    private var cached: [String: (outcome: Outcome, instant: Instant)] = [:]

    /// How long a success is cached. A failure is cached only for the minimum interval of `refresh`, since it may be fixed.
    private static var lifetime: Duration { .seconds(60) }

    /// - Parameter address: the probed URL, with or without a proxy.
    mutating func keep(_ outcome: Outcome, of address: String, at instant: Instant) {
        cached = cached.filter { isGood($0.value.outcome, since: $0.value.instant, at: instant) }
        cached[address] = (outcome, instant)
    }

    /// The cached result for an address; nil when it must be probed.
    ///
    /// - Parameters:
    ///   - now: the wall clock, which may have been set since.
    ///   - failedAt: when the last fetch failed, by the wall clock; nil when none did. An earlier success is then
    ///     outdated.
    func outcome(
        of address: String, at instant: Instant, now: UnixTime, failedAt: UnixTime? = nil
    ) -> Result<DaemonHealth.Answer, FetchFailure>? {
        guard let (outcome, since) = cached[address], isGood(outcome, since: since, at: instant) else { return nil }
        let age = Int(since.duration(to: instant).components.seconds)
        if case .success = outcome, let failedAt, age >= now.seconds(since: failedAt) { return nil }
        return outcome.map { answer in
            DaemonHealth.Answer(
                milliseconds: max(1, Int(answer.delay / .milliseconds(1))),
                clockLead: answer.date.map { now.seconds(since: $0) - age })
        }
    }

    private func isGood(_ outcome: Outcome, since: Instant, at instant: Instant) -> Bool {
        let lifetime =
            switch outcome {
            case .success: Self.lifetime
            case .failure: RefreshPolicy.leastBetweenTries
            }
        return since.duration(to: instant) < lifetime
    }
}

/// The workers' sandbox, as last reported. Logs each change once.
public final class SandboxRecord: Sendable {
    private let logger: Logger
    private let state = Mutex<WorkerSandbox?>(nil)

    public init(logger: Logger) {
        self.logger = logger
    }

    /// nil until a worker has started.
    public var sandbox: WorkerSandbox? { state.withLock { $0 } }

    @Sendable public func record(_ sandbox: WorkerSandbox) {
        let isNew = state.withLock { state in
            defer { state = sandbox }
            return state != sandbox
        }
        guard isNew else { return }
        logger.log(level: sandbox.isComplete ? .debug : .notice, "worker sandbox: \(sandbox.sentence)")
    }
}

import HTTP
import Keeping
import Rendering
import Synchronization
import TimeZones
import Weather
import Wire

/// Looks at what `doctor` tells of.
final class Examination: Sendable {
    private let source: ConfigurationSource
    private let store: Store
    private let network: Network
    private let hasWay: @Sendable (String) -> Bool
    private let gazetteer: @Sendable () async -> GazetteerStatus
    private let now: @Sendable () -> UnixTime
    private let answers = Mutex(ServiceAnswers<ContinuousClock.Instant>())
    /// Whoever asks at the same time as others waits for what they find.
    private let turns = RequestGate(limit: 1, urgentLimit: 1)

    /// A client waits for a little longer.
    private static let deadline = Duration.seconds(5)
    /// What answers need not be read to its end.
    private static let answerLimit = 1 << 20

    /// - Parameters:
    ///   - hasWay: whether there is a way to a web address, as far as the kernel knows.
    ///   - gazetteer: which file of places answers.
    init(
        source: ConfigurationSource, store: Store, network: Network, hasWay: @escaping @Sendable (String) -> Bool,
        gazetteer: @escaping @Sendable () async -> GazetteerStatus, now: @escaping @Sendable () -> UnixTime
    ) {
        self.source = source
        self.store = store
        self.network = network
        self.hasWay = hasWay
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

    /// All at once, in the order in which they are tried.
    private func services(_ configuration: Configuration, failedAt: UnixTime?) async -> [DaemonHealth.Service] {
        await withTaskGroup { group in
            for (index, provider) in configuration.providers.enumerated() {
                guard let address = configuration.url(of: provider) else { continue }
                group.addTask { [self] in
                    (index, await service(provider, at: address, configuration, failedAt: failedAt))
                }
            }
            var services: [Int: DaemonHealth.Service] = [:]
            for await (index, service) in group { services[index] = service }
            return services.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    private func service(
        _ provider: ProviderName, at address: String, _ configuration: Configuration, failedAt: UnixTime?
    ) async -> DaemonHealth.Service {
        let host = HTTPQuery(url: address).host
        let neighbour = network.neighbour(of: address)
        var service = DaemonHealth.Service(
            provider: provider.rawValue, host: host, proxy: neighbour == address ? nil : HTTPQuery(url: neighbour).host,
            outcome: .failure(.noNetwork))
        guard hasWay(address) else { return service }
        // By another proxy it is another answer.
        let way = "\(address) \(neighbour)"
        if let known = known(way, failedAt: failedAt) {
            service.outcome = known
            return service
        }
        let outcome: ServiceAnswers<ContinuousClock.Instant>.Outcome
        do throws(FetchFailure) {
            outcome = .success(try await knock(at: address, configuration))
        } catch {
            outcome = .failure(error)
        }
        answers.withLock { $0.keep(outcome, of: way, at: .now) }
        service.outcome = known(way) ?? service.outcome
        return service
    }

    private func known(_ way: String, failedAt: UnixTime? = nil) -> Result<DaemonHealth.Answer, FetchFailure>? {
        answers.withLock { $0.outcome(of: way, at: .now, now: now(), failedAt: failedAt) }
    }

    /// Asks for what every web server may be asked, which no service counts: `robots.txt` (RFC 9309). Whatever the answer is,
    /// all that lies in between works.
    private func knock(
        at address: String, _ configuration: Configuration
    ) async throws(FetchFailure) -> ServiceAnswers<ContinuousClock.Instant>.Answer {
        let scheme = address.hasPrefix("http:") ? "http" : "https"
        let query = HTTPQuery(
            url: "\(scheme)://\(HTTPQuery(url: address).host)/robots.txt", answerLimit: Self.answerLimit)
        let exchange = network.exchange(userAgent: configuration.userAgent, deadline: Self.deadline)
        let start = ContinuousClock.now
        var date: UnixTime?
        do throws(FetchFailure) {
            date = try await exchange(query).date
        } catch {
            // That it answers with more than a page is an answer too.
            guard case .tooLarge = error else { throw error }
        }
        return .init(delay: start.duration(to: .now), date: date)
    }
}

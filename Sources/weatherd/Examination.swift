import HTTP
import Keeping
import Rendering
import Weather
import Wire

/// Looks at what `doctor` tells of.
struct Examination: Sendable {
    let source: ConfigurationSource
    let store: Store
    let network: Network
    /// Whether there is a way to a web address, as far as the kernel knows.
    let hasWay: @Sendable (String) -> Bool
    /// Why the gazetteer cannot be used; nil when it can.
    let gazetteerProblem: @Sendable () async -> GazetteerError?
    let now: @Sendable () -> UnixTime

    /// A client waits for a little longer.
    private static let deadline = Duration.seconds(5)
    /// What answers need not be read to its end.
    private static let answerLimit = 1 << 20

    @Sendable func findings(_ status: DaemonStatus) async -> [Finding] {
        let snapshot = store.snapshot
        let configuration = source.configuration
        async let gazetteerProblem = gazetteerProblem()
        let health = DaemonHealth(
            status: status, isAutomatic: snapshot.isAutomatic, isBeingLocated: snapshot.isBeingLocated,
            services: await services(configuration), gazetteerProblem: await gazetteerProblem)
        return health.findings
    }

    /// All at once, in the order in which they are tried.
    private func services(_ configuration: Configuration) async -> [DaemonHealth.Service] {
        await withTaskGroup { group in
            for (index, provider) in configuration.providers.enumerated() {
                guard let address = configuration.url(of: provider) else { continue }
                group.addTask { (index, await service(provider, at: address, configuration)) }
            }
            var services: [Int: DaemonHealth.Service] = [:]
            for await (index, service) in group { services[index] = service }
            return services.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    private func service(
        _ provider: ProviderName, at address: String, _ configuration: Configuration
    ) async -> DaemonHealth.Service {
        let host = HTTPQuery(url: address).host
        let neighbour = network.neighbour(of: address)
        var service = DaemonHealth.Service(
            provider: provider.rawValue, host: host, proxy: neighbour == address ? nil : HTTPQuery(url: neighbour).host,
            outcome: .failure(.noNetwork))
        guard hasWay(address) else { return service }
        do throws(FetchFailure) {
            service.outcome = .success(try await knock(at: address, configuration))
        } catch .tooLarge {
            service.outcome = .success(DaemonHealth.Answer(milliseconds: 0))
        } catch {
            service.outcome = .failure(error)
        }
        return service
    }

    /// Asks for what every web server may be asked, which no service counts: `robots.txt` (RFC 9309). Whatever the answer is,
    /// all that lies in between works.
    private func knock(
        at address: String, _ configuration: Configuration
    ) async throws(FetchFailure) -> DaemonHealth.Answer {
        let scheme = address.hasPrefix("http:") ? "http" : "https"
        let query = HTTPQuery(
            url: "\(scheme)://\(HTTPQuery(url: address).host)/robots.txt", answerLimit: Self.answerLimit)
        let exchange = network.exchange(userAgent: configuration.userAgent, deadline: Self.deadline)
        let start = ContinuousClock.now
        let answer = try await exchange(query)
        let waited = start.duration(to: .now)
        return DaemonHealth.Answer(
            milliseconds: max(1, Int(waited / .milliseconds(1))),
            clockLead: answer.date.map { now().seconds(since: $0) })
    }
}

import Synchronization
public import Weather
public import WorkerProtocol

// Probes of services, without requests for data.
extension Services {
    /// The timeout of a connection or an answer.
    private static let probeDeadline = Duration.seconds(5)

    /// Whether the host of a URL, or the proxy for it, accepts a connection within a few seconds.
    public func connects(to url: String, _ settings: ServiceSettings, through gate: RequestGate) async -> Bool {
        let only = SingleAnswer()
        let passage = passage(settings)
        let requests = await gate.pass(.probe, isUrgent: true) {
            try? await run(
                .connect(url: url, passage), Self.timeout(requests: 1, deadline: Self.probeDeadline), only.take)
        }
        return requests != nil && only.answer == .connected
    }

    /// Each server's response to a generic request, in order; these requests are not counted.
    public func probes(
        of urls: [String], _ settings: ServiceSettings, through gate: RequestGate
    ) async -> [Result<ServerProbe, FetchFailure>] {
        var results: [Result<ServerProbe, FetchFailure>?] = urls.map { _ in nil }
        for (index, url) in urls.enumerated() {
            do throws(FetchFailure) {
                try await admit(access(url, settings))
            } catch {
                results[index] = .failure(error)
            }
        }
        let admitted = results.indices.filter { results[$0] == nil }
        let answers = admitted.isEmpty ? [] : await answers(of: admitted.map { urls[$0] }, settings, through: gate)
        for (index, answer) in zip(admitted, answers) {
            if case .failure(let failure) = answer {
                results[index] = .failure(await noted(failure, access(urls[index], settings)))
            } else {
                results[index] = answer
            }
        }
        return results.map { $0 ?? .failure(.noNetwork) }
    }

    private func answers(
        of urls: [String], _ settings: ServiceSettings, through gate: RequestGate
    ) async -> [Result<ServerProbe, FetchFailure>] {
        let taken = ProbeCollector(count: urls.count)
        var passage = passage(settings)
        // A URL may redirect; that still counts as one request.
        passage.allowance = urls.count
        let job = Job.probe(urls: urls, passage)
        let failure: WorkerFailure? = await gate.pass(.probe, isUrgent: true) {
            do throws(WorkerFailure) {
                _ = try await run(job, Self.timeout(requests: 1, deadline: Self.probeDeadline), taken.take)
                return nil
            } catch {
                return error
            }
        }
        let missing = FetchFailure.worker(failure ?? .malformed(reason: "no answer"))
        return taken.results.map { result in
            if let result { result } else { .failure(missing) }
        }
    }

    private func access(_ url: String, _ settings: ServiceSettings) -> Access {
        Access(
            uncounted: "probe", url: url, userAgent: settings.userAgent, settings: settings.network,
            deadline: Self.probeDeadline)
    }

    private func passage(_ settings: ServiceSettings) -> NetworkAccess {
        NetworkAccess(
            userAgent: settings.userAgent, settings: settings.network, deadline: Self.probeDeadline,
            now: now())
    }
}

/// Collects the answers of a probe job.
final class ProbeCollector: Sendable {
    private let state: Mutex<[Result<ServerProbe, FetchFailure>?]>

    init(count: Int) {
        state = Mutex(Array(repeating: nil, count: count))
    }

    /// In the order of the servers; nil for a server without an answer.
    var results: [Result<ServerProbe, FetchFailure>?] { state.withLock { $0 } }

    @Sendable func take(_ answer: Answer) throws(Malformed) {
        guard case .probed(let index, let result) = answer else {
            throw Malformed("an answer that does not match the job")
        }
        let isTaken = state.withLock { results in
            guard results.indices.contains(index), results[index] == nil else { return false }
            results[index] = result
            return true
        }
        guard isTaken else { throw Malformed("an answer for an unexpected server") }
    }
}

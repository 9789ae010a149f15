import Endpoints
import Jobs
import Providers
import Weather

// Finding out whether services can be reached, without asking them for anything.
extension Services {
    /// For a connection, or for an answer.
    private static let probeDeadline = Duration.seconds(5)

    /// Whether the host of a web address, or the proxy on the way there, takes a connection within a few seconds.
    func connects(to url: String, _ configuration: Configuration, through gate: RequestGate) async -> Bool {
        let only = OnlyAnswer()
        let passage = passage(configuration)
        let requests = await gate.pass(isUrgent: true) {
            try? await run(
                .connect(url: url, passage), Self.patience(requests: 1, deadline: Self.probeDeadline), only.take)
        }
        return requests != nil && only.answer == .connected
    }

    /// What each server answers to what every one may be asked, in their order; none counts it.
    func probes(
        of urls: [String], _ configuration: Configuration, through gate: RequestGate
    ) async -> [Result<ServerProbe, FetchFailure>] {
        let taken = ProbeCollector(count: urls.count)
        var passage = passage(configuration)
        // An address may lead on to another, which is one request still.
        passage.allowance = urls.count
        let job = Job.probe(urls: urls, passage)
        let failure: WorkerFailure? = await gate.pass(isUrgent: true) {
            do throws(WorkerFailure) {
                _ = try await run(job, Self.patience(requests: 1, deadline: Self.probeDeadline), taken.take)
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

    private func passage(_ configuration: Configuration) -> Passage {
        Passage(
            userAgent: configuration.userAgent, settings: configuration.network, deadline: Self.probeDeadline,
            now: now())
    }
}

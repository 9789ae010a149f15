import Refreshing
import Rendering
import Weather

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

import Refreshing
import Rendering
import Weather

/// What came of knocking at services, for as long as it need not be found out anew: `doctor` may be asked again and again, by
/// anybody's script. Pure.
struct ServiceAnswers<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// That somebody answered, and when.
    struct Answer: Sendable, Hashable {
        /// How long it took.
        var delay: Duration
        /// The answer's own; nil when it has none.
        var date: UnixTime?
    }

    typealias Outcome = Result<Answer, FetchFailure>

    private var kept: [String: (outcome: Outcome, instant: Instant)] = [:]

    /// Whoever answers is not asked again in this time. Who does not is, as soon as for a `refresh`: something may have been mended.
    private static var lasting: Duration { .seconds(60) }

    /// - Parameter address: that was knocked at, by whatever way.
    mutating func keep(_ outcome: Outcome, of address: String, at instant: Instant) {
        kept = kept.filter { isGood($0.value.outcome, since: $0.value.instant, at: instant) }
        kept[address] = (outcome, instant)
    }

    /// What `doctor` tells of an address; nil when it has to be found out.
    ///
    /// - Parameters:
    ///   - now: the wall clock, which may have been set since.
    ///   - failedAt: when the last try for weather failed, by the wall clock; nil when none did. That somebody answered before
    ///     that says nothing of it.
    func outcome(
        of address: String, at instant: Instant, now: UnixTime, failedAt: UnixTime? = nil
    ) -> Result<DaemonHealth.Answer, FetchFailure>? {
        guard let (outcome, since) = kept[address], isGood(outcome, since: since, at: instant) else { return nil }
        let age = Int(since.duration(to: instant).components.seconds)
        if case .success = outcome, let failedAt, age >= now.seconds(since: failedAt) { return nil }
        return outcome.map { answer in
            DaemonHealth.Answer(
                milliseconds: max(1, Int(answer.delay / .milliseconds(1))),
                clockLead: answer.date.map { now.seconds(since: $0) - age })
        }
    }

    private func isGood(_ outcome: Outcome, since: Instant, at instant: Instant) -> Bool {
        let lasting =
            switch outcome {
            case .success: Self.lasting
            case .failure: RefreshPolicy.leastBetweenTries
            }
        return since.duration(to: instant) < lasting
    }
}

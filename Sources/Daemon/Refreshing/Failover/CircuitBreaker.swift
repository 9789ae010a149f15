import Weather

/// Decides whether a provider gets requests, by its recent failures: a failing provider backs off, longer each time,
/// and is then retried. The boot clock decides, so that setting the wall clock ends no backoff.
struct CircuitBreaker: Sendable {
    /// The backoff after the first failure, s; it doubles with each further one. A place is never requested sooner.
    static let firstBackoff = 600
    /// The maximum backoff that weatherd chooses, s.
    static let longestBackoff = 3600
    /// The maximum `Retry-After` that is respected, s, in case the service's clock is wrong.
    static let longestRetryAfter = ProviderBackoff.longest
    /// How long a provider that failed in an earlier run gets no requests, s: as long as the places would have waited in
    /// that run (`RefreshPolicy.lastRetry`), since their own backoffs are not kept.
    static let keptBackoff = 450

    /// Failures since the last success.
    private(set) var failures = 0
    /// The cause of the backoff; nil without one.
    private(set) var failure: FetchFailure?
    private var failedAt = Moment(.distantPast)
    /// The backoff since `failedAt`, s.
    private var backoff = 0
    /// The delay since `failedAt` that the service requested, s.
    private var requested = 0
    /// Whether the failure is from an earlier run or configuration.
    private var isKept = false

    init() {}

    /// Restores the backoff of an earlier run.
    init(_ kept: ProviderBackoff) {
        (failures, failure, failedAt) = (kept.failures, kept.failure, kept.failedAt)
        (backoff, requested, isKept) = (kept.backoff, kept.requested, true)
    }

    /// The same backoff after the places' own backoffs were reset.
    var afterRestart: CircuitBreaker {
        var breaker = self
        breaker.isKept = true
        return breaker
    }

    /// The backoff for the next run; nil without one.
    func kept(of provider: Provider) -> ProviderBackoff? {
        guard let failure, failure.isKept else { return nil }
        return ProviderBackoff(
            provider: provider, failure: failure, failures: failures, failedAt: failedAt, backoff: backoff,
            requested: requested)
    }

    enum State: Sendable, Hashable {
        case ready
        /// Used only when no other provider has an answer.
        case backingOff(until: UnixTime)
        /// The service requested a delay, or failed at the end of an earlier run.
        case rateLimited(until: UnixTime)
    }

    func state(at now: Moment) -> State {
        guard failure != nil else { return .ready }
        let passed = now.seconds(since: failedAt)
        let strict = max(requested, isKept ? min(backoff, Self.keptBackoff) : 0)
        if passed < strict { return .rateLimited(until: now.wall.advanced(by: strict - passed)) }
        return passed < backoff ? .backingOff(until: end(at: now)) : .ready
    }

    /// The end of the backoff by the present wall clock; `now` or earlier without one.
    func end(at now: Moment) -> UnixTime {
        now.wall.advanced(by: max(backoff, requested) - now.seconds(since: failedAt))
    }

    /// - Parameter jitter: random, 0 to 1.
    mutating func fail(_ failure: FetchFailure, at now: Moment, jitter: Double) {
        failures += 1
        self.failure = failure
        failedAt = now
        isKept = false
        // Jitter only extends a requested delay.
        let asked = Double(min(failure.retryAfter ?? 0, Self.longestRetryAfter)) * (1 + 0.1 * jitter)
        requested = Int(min(asked, Double(Self.longestRetryAfter)))
        // A service that keeps failing and requests one second each time gets the normal backoff.
        let usual = Double(min(Self.firstBackoff << min(failures - 1, 10), Self.longestBackoff)) * (0.9 + 0.2 * jitter)
        backoff = max(requested, Int(usual))
    }
}

import Weather

/// Decides whether a provider gets requests, by its recent failures: a failing provider backs off, longer each time,
/// and is then retried.
struct CircuitBreaker: Sendable {
    /// The backoff after the first failure, s; it doubles with each further one. A place is not requested sooner in
    /// any case.
    static let firstBackoff = 600
    /// The maximum backoff that weatherd chooses, s.
    static let longestBackoff = 3600
    /// The maximum `Retry-After` that is respected, s, in case the service's clock is wrong.
    static let longestRetryAfter = 86_400

    /// Since the last success.
    private(set) var failures = 0
    /// The cause of the backoff; nil without one.
    private(set) var failure: FetchFailure?
    private var failedAt = UnixTime.distantPast
    /// The end of the backoff; in the past without one.
    private(set) var backsOffUntil = UnixTime.distantPast
    /// The end of the delay that the service requested.
    private var rateLimitedUntil = UnixTime.distantPast

    /// A clock that is behind the last failure by more than this was set back, s; less is an ordinary clock correction.
    private static let clockTolerance = 60

    enum State: Sendable, Hashable {
        case ready
        /// Used only when no other provider has an answer.
        case backingOff(until: UnixTime)
        /// The service requested a delay.
        case rateLimited(until: UnixTime)
    }

    func state(at now: UnixTime) -> State {
        // After the clock was set back, the elapsed part of a backoff is unknown.
        guard now < backsOffUntil, now >= failedAt.advanced(by: -Self.clockTolerance) else { return .ready }
        return now < rateLimitedUntil ? .rateLimited(until: rateLimitedUntil) : .backingOff(until: backsOffUntil)
    }

    /// - Parameter jitter: random, 0 to 1.
    mutating func fail(_ failure: FetchFailure, at now: UnixTime, jitter: Double) {
        failures += 1
        self.failure = failure
        failedAt = now
        let backoff =
            Double(min(Self.firstBackoff << min(failures - 1, 10), Self.longestBackoff))
            * (0.9 + 0.2 * jitter)
        // Jitter only extends a requested delay.
        let requested = Double(min(failure.retryAfter ?? 0, Self.longestRetryAfter)) * (1 + 0.1 * jitter)
        rateLimitedUntil = now.advanced(by: Int(min(requested, Double(Self.longestRetryAfter))))
        // A service that keeps failing and requests one second each time gets the normal backoff.
        backsOffUntil = max(rateLimitedUntil, now.advanced(by: Int(backoff)))
    }
}

import Weather

/// Decides whether a provider gets requests, by its recent failures: a failing provider backs off, longer each time,
/// and is then retried.
struct CircuitBreaker: Sendable {
    /// The backoff after the first failure, s; it doubles with each further one. A place is not requested earlier
    /// anyway.
    static let firstRest = 600
    /// The maximum of our own backoff, s.
    static let longestRest = 3600
    /// The maximum delay that a service can request, s, in case its clock is wrong.
    static let longestAskedRest = 86_400

    /// Since the last success.
    private(set) var failures = 0
    /// The cause of the backoff; nil without one.
    private(set) var failure: FetchFailure?
    private var failedAt = UnixTime.distantPast
    /// The end of the backoff; in the past without one.
    private(set) var restsUntil = UnixTime.distantPast
    /// The end of the delay that the service requested.
    private var barredUntil = UnixTime.distantPast

    /// A clock that is behind the last failure by more than this was set back, s; less is an ordinary clock correction.
    private static let clockTolerance = 60

    enum State: Sendable, Hashable {
        case ready
        /// Used only when no other provider has an answer.
        case resting(until: UnixTime)
        /// The service requested a delay.
        case barred(until: UnixTime)
    }

    func state(at now: UnixTime) -> State {
        // After the clock was set back, the elapsed part of a backoff is unknown.
        guard now < restsUntil, now >= failedAt.advanced(by: -Self.clockTolerance) else { return .ready }
        return now < barredUntil ? .barred(until: barredUntil) : .resting(until: restsUntil)
    }

    /// - Parameter jitter: random, 0 to 1.
    mutating func fail(_ failure: FetchFailure, at now: UnixTime, jitter: Double) {
        failures += 1
        self.failure = failure
        failedAt = now
        let growing = Double(min(Self.firstRest << min(failures - 1, 10), Self.longestRest)) * (0.9 + 0.2 * jitter)
        // Jitter only extends a requested delay.
        let asked = Double(min(failure.retryAfter ?? 0, Self.longestAskedRest)) * (1 + 0.1 * jitter)
        barredUntil = now.advanced(by: Int(min(asked, Double(Self.longestAskedRest))))
        // A service that keeps failing and requests one second each time gets the normal backoff.
        restsUntil = max(barredUntil, now.advanced(by: Int(growing)))
    }
}

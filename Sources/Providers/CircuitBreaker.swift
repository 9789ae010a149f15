import Weather

/// Whether a provider is asked, by how it has fared lately: one that fails rests, longer each time, and is then tried again.
struct CircuitBreaker: Sendable {
    /// The rest after the first failure, seconds; it doubles with each further one. A place is not asked for sooner anyway.
    static let firstRest = 600
    /// The longest rest that we take of ourselves, seconds.
    static let longestRest = 3600
    /// A service that asks for a longer rest is tried again after this all the same, in case its clock is wrong; seconds.
    static let longestAskedRest = 86_400

    /// Since the last success.
    private(set) var failures = 0
    /// Why it rests; nil when it does not.
    private(set) var failure: FetchFailure?
    private var failedAt = UnixTime.distantPast
    /// The end of the rest; before now when it does not rest.
    private(set) var restsUntil = UnixTime.distantPast
    /// The end of the part of the rest that the service asked for.
    private var barredUntil = UnixTime.distantPast

    /// A clock that is behind the failure by more than this was turned back, seconds; less is the ordinary correction of a clock.
    private static let clockTolerance = 60

    enum State: Sendable, Hashable {
        case ready
        /// Others go first; it is asked all the same when they have nothing.
        case resting(until: UnixTime)
        /// The service wants to be left alone.
        case barred(until: UnixTime)
    }

    func state(at now: UnixTime) -> State {
        // Nobody knows how much of a rest is over that was begun before the clock was turned back.
        guard now < restsUntil, now >= failedAt.advanced(by: -Self.clockTolerance) else { return .ready }
        return now < barredUntil ? .barred(until: barredUntil) : .resting(until: restsUntil)
    }

    /// - Parameter jitter: chance, 0 to 1.
    mutating func fail(_ failure: FetchFailure, at now: UnixTime, jitter: Double) {
        failures += 1
        self.failure = failure
        failedAt = now
        let growing = Double(min(Self.firstRest << min(failures - 1, 10), Self.longestRest)) * (0.9 + 0.2 * jitter)
        // Asked-for rests are only ever lengthened.
        let asked = Double(min(failure.retryAfter ?? 0, Self.longestAskedRest)) * (1 + 0.1 * jitter)
        barredUntil = now.advanced(by: Int(min(asked, Double(Self.longestAskedRest))))
        // A service that keeps failing and asks for a second's rest each time is no better than one that asks for none.
        restsUntil = max(barredUntil, now.advanced(by: Int(growing)))
    }
}

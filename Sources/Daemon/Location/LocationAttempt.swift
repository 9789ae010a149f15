import Weather

/// The state of one location source.
struct LocationAttempt<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// When the source was last started.
    var began: Instant?
    /// The end of its head start: until then, the next source is not started, unless this one has reported.
    var aheadUntil: Instant?
    /// Whether its search is running, which may continue after a fix or a timeout.
    var isRunning = false
    /// Whether it has not reported since it was started.
    var isPending = false
    /// Whether its last report was a fix.
    var hasAnswered = false
    var failure: LocationFailure?
    /// Consecutive failures that count for the backoff.
    var failures = 0
    /// When to start it again.
    var due: Instant?
    /// The earliest start, even on a user's request.
    var notBefore: Instant?
    /// Whether it would have started by now if there were a route to it.
    var isHeld = false

    /// Whether the last fix counts as current.
    var isAlive: Bool { hasAnswered && failure == nil }

    /// Whether it is time to start.
    func isDue(at instant: Instant) -> Bool {
        !isHeld && due.map { $0 <= instant } ?? (began == nil)
    }

    /// The timeout of a pending search; nil for none.
    func deadline(of source: LocationSource) -> Instant? {
        isPending ? began?.advanced(by: LocationLimits.deadline(of: source)) : nil
    }

    /// The end of the head start; nil when it has passed. A source that failed before has no head start.
    func endOfHeadStart(after instant: Instant) -> Instant? {
        guard isPending, failure == nil, let aheadUntil, aheadUntil > instant else { return nil }
        return aheadUntil
    }

    /// Pauses the source until there is a route. Its last fix stays valid.
    mutating func hold() {
        isHeld = true
        if !hasAnswered { failure = .network(.noNetwork) }
    }

    /// Restarts the source because a route is available, or has changed and with it the result.
    ///
    /// - Parameter rest: the minimum time since the last start.
    mutating func resume(at soon: Instant, rest: Duration) {
        isHeld = false
        due = [soon, began?.advanced(by: rest), failure == nil ? nil : notBefore].compactMap(\.self).max()
        notBefore = failure == nil ? due : notBefore
    }

    mutating func begin(at instant: Instant, headStart: Duration) {
        began = instant
        aheadUntil = instant.advanced(by: headStart)
        isRunning = true
        isPending = true
        due = nil
    }

    /// - Parameter lifetime: when to locate again; nil for a source that reports changes by itself.
    mutating func succeed(at instant: Instant, lifetime: Duration?) {
        isPending = false
        hasAnswered = true
        failure = nil
        failures = 0
        due = lifetime.map { instant.advanced(by: $0) }
        notBefore = due
    }

    /// Schedules a retry with exponential backoff.
    mutating func fail(_ failure: LocationFailure, at instant: Instant) {
        isPending = false
        hasAnswered = false
        self.failure = failure
        failures += 1
        var pause = LocationLimits.pause(afterFailures: failures)
        notBefore = nil
        if case .network(let failure) = failure, let asked = failure.retryAfter {
            // Capped at a day, in case a clock is wrong.
            pause = min(max(pause, .seconds(asked)), LocationLimits.keeping)
            notBefore = instant.advanced(by: pause)
        }
        due = instant.advanced(by: pause)
    }

    /// Resets the backoff, but retries at most once a minute.
    mutating func retry(at instant: Instant) {
        guard failure != nil else { return }
        failures = 0
        let earliest = began?.advanced(by: LocationLimits.leastBetweenTries)
        due = [instant, earliest, notBefore].compactMap(\.self).max()
    }
}

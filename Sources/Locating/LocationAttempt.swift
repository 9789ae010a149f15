import Weather

/// How it stands with one source.
struct LocationAttempt<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// When the source was last begun to be asked.
    var began: Instant?
    /// Until when the next source is not asked, as long as this one has said nothing.
    var aheadUntil: Instant?
    /// Whether its search goes on, which it may after a fix or a deadline too.
    var isRunning = false
    /// Whether it has said nothing yet since it began.
    var isPending = false
    /// Whether its last word was a fix.
    var hasAnswered = false
    var failure: LocationFailure?
    /// In a row, as far as they lengthen the pause.
    var failures = 0
    /// When to begin anew.
    var due: Instant?
    /// Nobody's wish may have it begin before.
    var barred: Instant?
    /// Whether it would have begun by now, had there been a way to it.
    var isHeld = false

    /// Whether the last fix is as good as one of this moment.
    var isAlive: Bool { hasAnswered && failure == nil }

    /// Whether it is time to begin.
    func isDue(at instant: Instant) -> Bool {
        !isHeld && due.map { $0 <= instant } ?? (began == nil)
    }

    /// Until when the source is waited for; nil when it is not.
    func deadline(of source: LocationSource) -> Instant? {
        isPending ? began?.advanced(by: LocationLimits.deadline(of: source)) : nil
    }

    /// Until when the next source is not asked; nil when that is over. One that has failed before has no advantage any more.
    func endOfHeadStart(after instant: Instant) -> Instant? {
        guard isPending, failure == nil, let aheadUntil, aheadUntil > instant else { return nil }
        return aheadUntil
    }

    /// Has the source wait for a way to it. What it last said stays good.
    mutating func hold() {
        isHeld = true
        if !hasAnswered { failure = .network(.noNetwork) }
    }

    /// Has the source asked anew: there is a way to it, or another one, by which its word may be another.
    ///
    /// - Parameter rest: since it was last begun.
    mutating func resume(at soon: Instant, rest: Duration) {
        isHeld = false
        due = [soon, began?.advanced(by: rest), failure == nil ? nil : barred].compactMap(\.self).max()
        barred = failure == nil ? due : barred
    }

    mutating func begin(at instant: Instant, headStart: Duration) {
        began = instant
        aheadUntil = instant.advanced(by: headStart)
        isRunning = true
        isPending = true
        due = nil
    }

    /// - Parameter lifetime: after which to ask again; nil when the source speaks by itself.
    mutating func succeed(at instant: Instant, lifetime: Duration?) {
        isPending = false
        hasAnswered = true
        failure = nil
        failures = 0
        due = lifetime.map { instant.advanced(by: $0) }
        barred = due
    }

    /// Has the source tried again after a pause, which grows with each failure in a row.
    mutating func fail(_ failure: LocationFailure, at instant: Instant) {
        isPending = false
        hasAnswered = false
        self.failure = failure
        failures += 1
        var pause = LocationLimits.pause(afterFailures: failures)
        barred = nil
        if case .network(let failure) = failure, let asked = failure.retryAfter {
            // Longer than a day is waited for nobody, in case a clock is wrong.
            pause = min(max(pause, .seconds(asked)), LocationLimits.keeping)
            barred = instant.advanced(by: pause)
        }
        due = instant.advanced(by: pause)
    }

    /// Forgets the pause, as far as the source is not asked more than once a minute.
    mutating func retry(at instant: Instant) {
        guard failure != nil else { return }
        failures = 0
        let earliest = began?.advanced(by: LocationLimits.leastBetweenTries)
        due = [instant, earliest, barred].compactMap(\.self).max()
    }
}

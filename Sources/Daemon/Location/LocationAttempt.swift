import Weather

/// The state of one location source.
struct LocationAttempt<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// When the source was last started.
    var began: Instant?
    /// The end of the head start: until then, the next source is started only if this one has reported.
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
    /// Whether the source would have started by now with a route to it.
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

    /// Restarts the source because a route is available, or has changed, which may change the result.
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

/// The constants of automatic location.
enum LocationLimits {
    /// The head start of a source over the next one, so that a worse fix does not precede a better one.
    static let headStart = Duration.seconds(3)
    /// The head start while no location is known, when a worse fix is better than none.
    static let firstHeadStart = Duration.seconds(1)
    /// The minimum time between retries requested by a user.
    static let leastBetweenTries = Duration.seconds(60)
    /// The minimum time between retries when the network has returned in between.
    static let leastAfterReturn = Duration.seconds(10)
    /// How long the last fix of a failed source stays valid.
    static let keeping = Duration.seconds(86_400)
    /// The interval of requests to an Internet service.
    static let addressLifetime = Duration.seconds(6 * 3600)

    /// Smaller changes do not move the place, metres.
    static let move = 10_000.0
    /// Maximum number of consecutive moves of a source, and the time until another is accepted, since each move causes a fetch.
    static let mostMoves = 5
    static let moveInterval = Duration.seconds(600)
    /// How long until a fix of the same place is stored again, s.
    static let confirmationOfPlace = 3600
    /// A larger move by IP address alone must be confirmed by a second fix, metres.
    static let confirmedMove = 200_000.0
    /// Two such fixes within this distance confirm each other, metres.
    static let region = 50_000.0
    /// The minimum time between the two fixes.
    static let confirmation = Duration.seconds(600)

    /// The timeout of a source.
    static func deadline(of source: LocationSource) -> Duration {
        switch source {
        case .geoClue: .seconds(10)
        case .ip, .timeZone: .seconds(5)
        }
    }

    /// The retry delay, from a minute to an hour.
    ///
    /// - Parameter failures: consecutive failures, at least 1.
    static func pause(afterFailures failures: Int) -> Duration {
        min(.seconds(60 << min(max(failures - 1, 0), 10)), .seconds(3600))
    }
}

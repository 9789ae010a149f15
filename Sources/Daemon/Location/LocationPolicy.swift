public import Weather

/// Decides when to start each location source, and which fix to use. Pure: events in, steps out.
///
/// A source is started only when no source before it in the configured order has a valid fix. Timers use a continuous
/// clock; the age of a fix, which may be from an earlier run, uses the wall clock.
public struct LocationPolicy<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// In the configured order.
    public internal(set) var sources: [LocationSource]
    /// The last fix of each source, which is kept after a failure and across restarts.
    public internal(set) var fixes: [LocationSource: LocationFix]
    /// The machine's location; nil before the first valid fix. It stays until a source reports another, since weather
    /// for the last place is better than none.
    public internal(set) var current: LocationFix?
    var isActive: Bool
    var attempts: [LocationSource: LocationAttempt<Instant>] = [:]
    var lastRequest: Instant?
    var unconfirmedMove: UnconfirmedMove?
    private var moves = MoveAllowance<Instant>()
    /// Whether there is a route to the IP location service.
    var hasNetwork = true
    /// The sources with a fix of this run.
    var answered: Set<LocationSource> = []

    /// The unconfirmed location of an IP address that has moved far.
    struct UnconfirmedMove: Sendable {
        var coordinate: Coordinate
        var since: Instant
    }

    /// What to do with a source.
    public enum Step: Sendable, Hashable {
        case begin(LocationSource)
        case stop(LocationSource)
    }

    /// - Parameters:
    ///   - kept: the last fixes of an earlier run.
    ///   - current: the location of that run. It need not be one of `kept`, since a fix without a move does not replace
    ///     it.
    ///   - failed: why the IP location service failed in that run, and how long it gets no request; nil if it did not.
    ///   - isActive: whether automatic location is in use.
    public init(
        sources: [LocationSource], kept: [LocationSource: LocationFix], current: LocationFix?,
        failed: (failure: LocationFailure, rest: Duration)? = nil, isActive: Bool, at instant: Instant, now: UnixTime
    ) {
        self.sources = sources
        self.isActive = isActive
        self.current = current
        fixes = kept
        planAddress(at: instant, now: now)
        if let failed, failed.rest > .zero {
            let end = instant.advanced(by: failed.rest)
            attempts[.ip] = LocationAttempt(failure: failed.failure, failures: 1, due: end, notBefore: end)
        }
    }

    /// The failures of the sources in use.
    public var failures: [LocationSource: LocationFailure] { attempts.compactMapValues(\.failure) }

    /// A source has reported a fix.
    public mutating func receive(_ fix: LocationFix, at instant: Instant, now: UnixTime) {
        let source = fix.source
        if source == .ip, let distance = unconfirmedDistance(of: fix, at: instant) {
            fail(source, .unconfirmed(distance: distance), at: instant, now: now)
            let due = unconfirmedMove?.since.advanced(by: LocationLimits.confirmation)
            attempts[source]?.due = due
            attempts[source]?.notBefore = due
            return
        }
        fixes[source] = fix
        answered.insert(source)
        attempts[source, default: LocationAttempt()]
            .succeed(at: instant, lifetime: source == .ip ? LocationLimits.addressLifetime : nil)
    }

    /// A source has failed.
    public mutating func fail(_ source: LocationSource, _ failure: LocationFailure, at instant: Instant, now: UnixTime)
    {
        confirm(source, now: now)
        attempts[source, default: LocationAttempt()].fail(failure, at: instant)
        // If the system's time zone no longer indicates a place, the former zone's place is obsolete.
        if source == .timeZone { fixes[source] = nil }
    }

    /// The cause of a source's failure is gone.
    public mutating func recover(_ source: LocationSource, at instant: Instant) {
        attempts[source]?.retry(at: instant)
    }

    /// The route to the IP location service was gained or lost. Without one it is paused.
    ///
    /// - Parameters:
    ///   - isElsewhere: whether the route has changed, and perhaps the public address with it.
    ///   - delay: the delay before the service is used.
    public mutating func setNetwork(_ hasNetwork: Bool, isElsewhere: Bool, at instant: Instant, delay: Duration) {
        self.hasNetwork = hasNetwork
        guard hasNetwork, let attempt = attempts[.ip] else { return }
        let hasFailed = attempt.failure != nil
        guard isElsewhere || hasFailed || attempt.isHeld else { return }
        attempts[.ip]?.resume(
            at: instant.advanced(by: delay),
            rest: hasFailed ? LocationLimits.leastAfterReturn : LocationLimits.leastBetweenTries)
    }

    /// A source's search has ended by itself.
    public mutating func finish(_ source: LocationSource, at instant: Instant, now: UnixTime) {
        guard let attempt = attempts[source] else { return }
        attempts[source]?.isRunning = false
        // Other sources end after one fix; GeoClue, which follows the machine, does not end without a failure.
        guard attempt.isPending || (source == .geoClue && attempt.failure == nil) else { return }
        fail(source, .ended, at: instant, now: now)
    }

    /// A user has requested the weather: failed sources are retried, at most once a minute, and a changed time zone is
    /// detected.
    public mutating func ask(at instant: Instant, now: UnixTime) {
        if let lastRequest, instant < lastRequest.advanced(by: LocationLimits.leastBetweenTries) { return }
        lastRequest = instant
        for source in sources {
            confirm(source, now: now)
            attempts[source]?.retry(at: instant)
        }
        if attempts[.timeZone]?.isAlive == true { attempts[.timeZone]?.due = instant }
    }

    /// The wall clock was set. Fixes of this run keep their age, and a changed time zone is detected.
    ///
    /// - Parameters:
    ///   - step: how far the clock was set, s.
    ///   - now: the present time by the new clock.
    public mutating func followClock(by step: Int, at instant: Instant, now: UnixTime) {
        for (source, fix) in fixes where answered.contains(source) {
            fixes[source]?.time = fix.time.advanced(by: step)
        }
        if let former = current, answered.contains(former.source) {
            current?.time = former.time.advanced(by: step)
        }
        if attempts[.ip].map({ $0.began == nil && $0.failure == nil }) ?? false { planAddress(at: instant, now: now) }
        if attempts[.timeZone]?.isAlive == true { attempts[.timeZone]?.due = instant }
    }

    /// Schedules the next request to the IP location service by the age of an earlier run's fix.
    private mutating func planAddress(at instant: Instant, now: UnixTime) {
        guard let fix = fixes[.ip] else { return }
        let rest = fix.age(at: now).map { LocationLimits.addressLifetime - .seconds($0) } ?? .zero
        attempts[.ip] = rest > .zero ? LocationAttempt(due: instant.advanced(by: rest)) : nil
    }

    /// The configuration was reloaded, which may have fixed failures.
    ///
    /// - Parameter isOtherService: whether another IP location service is configured, to which the delay that the former
    ///   one requested does not apply.
    public mutating func adopt(_ sources: [LocationSource], isOtherService: Bool = false, at instant: Instant) {
        self.sources = sources
        for (source, attempt) in attempts where attempt.failure != nil {
            let isBound = source == .ip && !isOtherService
            attempts[source]?.failures = 0
            attempts[source]?.notBefore = isBound ? attempt.notBefore : nil
            attempts[source]?.due = isBound ? max(instant, attempt.notBefore ?? instant) : instant
        }
    }

    /// - Parameter isActive: whether automatic location is in use; it is not when the user has selected a place.
    public mutating func setActive(_ isActive: Bool) {
        self.isActive = isActive
    }

    /// The steps to take now, which then count as taken.
    public mutating func steps(at instant: Instant, now: UnixTime) -> [Step] {
        for (source, attempt) in attempts {
            guard let deadline = attempt.deadline(of: source), deadline <= instant else { continue }
            let seconds = Int(LocationLimits.deadline(of: source).components.seconds)
            fail(source, .timedOut(seconds: seconds), at: instant, now: now)
        }
        if !hasNetwork, sources.contains(.ip), attempts[.ip, default: LocationAttempt()].isDue(at: instant) {
            attempts[.ip, default: LocationAttempt()].hold()
        }
        let needed = needed(at: instant, now: now)
        var steps: [Step] = []
        for (source, attempt) in attempts where !needed.contains(source) {
            confirm(source, now: now)
            if attempt.isRunning { steps.append(.stop(source)) }
            // The request interval of an Internet service also applies across periods without use.
            attempts[source] = source == .ip ? LocationAttempt(due: attempt.due, notBefore: attempt.notBefore) : nil
        }
        for source in needed {
            var attempt = attempts[source] ?? LocationAttempt()
            guard attempt.isDue(at: instant) else { continue }
            if attempt.isRunning { steps.append(.stop(source)) }
            steps.append(.begin(source))
            attempt.begin(at: instant, headStart: headStart)
            attempts[source] = attempt
        }
        return steps
    }

    /// When to call `steps` again without an event; nil for never.
    public func nextDue(at instant: Instant, now: UnixTime) -> Instant? {
        let moments = needed(at: instant, now: now).flatMap { source -> [Instant?] in
            let attempt = attempts[source] ?? LocationAttempt()
            var expiry: Instant?
            if !attempt.isAlive, let fix = fixes[source], counts(source, now: now) {
                expiry = instant.advanced(by: LocationLimits.keeping - .seconds(fix.age(at: now) ?? 0))
            }
            return [
                attempt.isHeld ? nil : attempt.due, attempt.deadline(of: source),
                attempt.endOfHeadStart(after: instant), expiry,
            ]
        }
        let delayedMove = awaitsMove(now: now) ? moves.next(after: instant) : nil
        return (moments + [delayedMove]).compactMap { $0 }.min()
    }

    /// Decides which fix to use.
    ///
    /// - Returns: the location if its place or source has changed, or if it was confirmed an hour later; otherwise nil.
    public mutating func decide(at instant: Instant, now: UnixTime) -> LocationFix? {
        guard isActive, let fix = bestFix(now: now) else { return nil }
        guard let current, current.source == fix.source else {
            self.current = fix
            return fix
        }
        guard !fix.isMove(from: current) else {
            guard moves.take(at: instant) else { return nil }
            self.current = fix
            return fix
        }
        guard
            fix.time.seconds(since: current.time) >= LocationLimits.confirmationOfPlace || current.isAhead(of: now)
        else { return nil }
        self.current?.time = fix.time
        return self.current
    }
}

/// Which sources are needed, and which fixes count.
extension LocationPolicy {
    /// The sources to run: in order, up to the first with a valid fix or a head start.
    func needed(at instant: Instant, now: UnixTime) -> ArraySlice<LocationSource> {
        guard isActive else { return [] }
        let last = sources.firstIndex { source in
            let attempt = attempts[source] ?? LocationAttempt()
            return counts(source, now: now) || attempt.began == nil && attempt.isDue(at: instant)
                || attempt.endOfHeadStart(after: instant) != nil
        }
        return last.map { sources[...$0] } ?? sources[...]
    }

    var headStart: Duration {
        current == nil && fixes.isEmpty ? LocationLimits.firstHeadStart : LocationLimits.headStart
    }

    /// Whether a source's last fix is valid: while the source works, and for a day after.
    func counts(_ source: LocationSource, now: UnixTime) -> Bool {
        guard let fix = fixes[source] else { return false }
        return attempts[source]?.isAlive == true
            || fix.age(at: now).map { .seconds($0) < LocationLimits.keeping } ?? false
    }

    /// GeoClue would have reported a move, so its last fix counts as current while it works.
    mutating func confirm(_ source: LocationSource, now: UnixTime) {
        guard source == .geoClue, attempts[source]?.isAlive == true, let fix = fixes[source] else { return }
        fixes[source]?.time = max(fix.time, now)
    }

    /// The distance of a move by IP address if it is too far to accept unconfirmed, metres; nil otherwise.
    mutating func unconfirmedDistance(of fix: LocationFix, at instant: Instant) -> Double? {
        let former = current.flatMap { $0.source.isApproximate ? nil : $0.coordinate }
        guard let distance = former?.distance(to: fix.coordinate), distance > LocationLimits.confirmedMove else {
            unconfirmedMove = nil
            return nil
        }
        guard let earlier = unconfirmedMove, earlier.coordinate.distance(to: fix.coordinate) <= LocationLimits.region
        else {
            unconfirmedMove = UnconfirmedMove(coordinate: fix.coordinate, since: instant)
            return distance
        }
        guard earlier.since.advanced(by: LocationLimits.confirmation) <= instant else { return distance }
        unconfirmedMove = nil
        return nil
    }
}

extension LocationFix {
    /// The age, s; nil when the fix is from the future.
    func age(at now: UnixTime) -> Int? { isAhead(of: now) ? nil : max(0, now.seconds(since: time)) }
}

/// Limits the rate of moves. Pure.
struct MoveAllowance<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// The last moves, which still count.
    private var moves: [Instant] = []

    /// - Returns: whether a move is accepted now; if so, it counts.
    mutating func take(at now: Instant) -> Bool {
        moves.removeAll { $0.advanced(by: LocationLimits.moveInterval * LocationLimits.mostMoves) <= now }
        guard next(after: now) == nil else { return false }
        moves.append(now)
        return true
    }

    /// When the next move is accepted; nil for now.
    func next(after now: Instant) -> Instant? {
        guard moves.count >= LocationLimits.mostMoves, let last = moves.last else { return nil }
        let next = last.advanced(by: LocationLimits.moveInterval)
        return next > now ? next : nil
    }
}

extension LocationPolicy {
    /// The last fix of the first source in order that has a valid one.
    func bestFix(now: UnixTime) -> LocationFix? {
        sources.first { counts($0, now: now) }.flatMap { fixes[$0] }
    }

    /// Whether the machine has moved, but the limit of moves is reached.
    func awaitsMove(now: UnixTime) -> Bool {
        guard isActive, let current, let fix = bestFix(now: now), fix.source == current.source else { return false }
        return fix.isMove(from: current)
    }
}

extension LocationFix {
    /// Whether the distance exceeds both the minimum move and the sum of both accuracies. A fix that is at least twice as
    /// accurate as the former one also replaces it.
    func isMove(from former: LocationFix) -> Bool {
        let (own, others) = (accuracy ?? 0, former.accuracy ?? 0)
        let isCorrection = accuracy != nil && own <= others / 2
        let noise = isCorrection ? own : own + others
        return former.coordinate.distance(to: coordinate) >= max(LocationLimits.move, noise)
    }
}

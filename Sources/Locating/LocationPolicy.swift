public import Weather

/// Which source is asked when, and which fix is believed. Pure: it is told what happens, and says what to do.
///
/// A source is asked when none before it in the configured order has a fix that counts. Waits are those of a continuous
/// clock; how old a fix is, which may be from before the last start, is told by the wall clock.
public struct LocationPolicy<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// In the order of the configuration.
    public private(set) var sources: [LocationSource]
    /// The last fix of each source, which is kept beyond its failure and beyond a restart.
    public private(set) var fixes: [LocationSource: Fix]
    /// Where the machine is taken to be; nil until a fix counts. It stays until a source says otherwise, for however
    /// long that takes, since the weather of the last place is better than none.
    public private(set) var believed: Fix?
    private var isActive: Bool
    private var attempts: [LocationSource: LocationAttempt<Instant>] = [:]
    private var asked: Instant?
    private var surprise: Surprise?
    /// Whether there is a way to the service that knows addresses.
    private var hasNetwork = true

    /// Where an address is that is suddenly far away.
    private struct Surprise: Sendable {
        var coordinate: Coordinate
        var since: Instant
    }

    /// What is to be done about a source.
    public enum Step: Sendable, Hashable {
        case begin(LocationSource)
        case stop(LocationSource)
    }

    /// - Parameters:
    ///   - kept: the last fixes from before the start.
    ///   - believed: what was believed then. It need not be one of `kept`: a fix that is no move does not replace it.
    ///   - isActive: whether the location is wanted.
    public init(
        sources: [LocationSource], kept: [LocationSource: Fix], believed: Fix?, isActive: Bool, at instant: Instant,
        now: UnixTime
    ) {
        self.sources = sources
        self.isActive = isActive
        self.believed = believed
        fixes = kept
        if let fix = kept[.ip] {
            let rest = LocationLimits.addressLifetime - .seconds(fix.age(at: now))
            if rest > .zero { attempts[.ip] = LocationAttempt(due: instant.advanced(by: rest)) }
        }
    }

    /// Why sources that are needed do not know the place.
    public var failures: [LocationSource: LocationFailure] { attempts.compactMapValues(\.failure) }

    /// A source has found the machine.
    public mutating func receive(_ fix: Fix, at instant: Instant, now: UnixTime) {
        let source = fix.source
        if source == .ip, let distance = surprisingDistance(of: fix, at: instant) {
            fail(source, .unconfirmed(distance: distance), at: instant, now: now)
            let due = surprise?.since.advanced(by: LocationLimits.confirmation)
            attempts[source]?.due = due
            attempts[source]?.barred = due
            return
        }
        fixes[source] = fix
        attempts[source, default: LocationAttempt()]
            .succeed(at: instant, lifetime: source == .ip ? LocationLimits.addressLifetime : nil)
    }

    /// A source has failed.
    public mutating func fail(_ source: LocationSource, _ failure: LocationFailure, at instant: Instant, now: UnixTime)
    {
        confirm(source, now: now)
        attempts[source, default: LocationAttempt()].fail(failure, at: instant)
        // A system that has no zone's place any more is not at that of its last one.
        if source == .timeZone { fixes[source] = nil }
    }

    /// What a source failed for is there again.
    public mutating func `return`(_ source: LocationSource, at instant: Instant) {
        attempts[source]?.retry(at: instant)
    }

    /// There is a way to the service that knows addresses, or none any more. Without one it is not asked.
    ///
    /// - Parameters:
    ///   - isElsewhere: whether the way is another than the last one, and the address so too.
    ///   - delay: before it is asked.
    public mutating func setNetwork(_ hasNetwork: Bool, isElsewhere: Bool, at instant: Instant, delay: Duration) {
        self.hasNetwork = hasNetwork
        guard hasNetwork, let attempt = attempts[.ip] else { return }
        let hasFailed = attempt.failure != nil
        guard isElsewhere || hasFailed || attempt.isHeld else { return }
        attempts[.ip]?.resume(
            at: instant.advanced(by: delay),
            rest: hasFailed ? LocationLimits.leastAfterReturn : LocationLimits.leastBetweenTries)
    }

    /// The search of a source has ended by itself.
    public mutating func finish(_ source: LocationSource, at instant: Instant, now: UnixTime) {
        guard let attempt = attempts[source] else { return }
        attempts[source]?.isRunning = false
        // The others say one thing and end; the one that follows the machine does not end without a reason.
        guard attempt.isPending || (source == .geoClue && attempt.failure == nil) else { return }
        fail(source, .ended, at: instant, now: now)
    }

    /// The user has looked at the weather: what failed is tried again, once a minute at most, and a time zone that
    /// was changed is found.
    public mutating func ask(at instant: Instant, now: UnixTime) {
        if let asked, instant < asked.advanced(by: LocationLimits.leastBetweenTries) { return }
        asked = instant
        for source in sources {
            confirm(source, now: now)
            attempts[source]?.retry(at: instant)
        }
        if attempts[.timeZone]?.isAlive == true { attempts[.timeZone]?.due = instant }
    }

    /// The configuration was read anew: what failed may have been mended by it.
    public mutating func adopt(_ sources: [LocationSource], at instant: Instant) {
        self.sources = sources
        for (source, attempt) in attempts where attempt.failure != nil {
            attempts[source]?.failures = 0
            attempts[source]?.due = instant
            attempts[source]?.barred = nil
        }
    }

    /// - Parameter isActive: whether the location is wanted; it is not when the user has chosen a place.
    public mutating func setActive(_ isActive: Bool) {
        self.isActive = isActive
    }

    /// What is to be done now. It counts as done.
    public mutating func steps(at instant: Instant, now: UnixTime) -> [Step] {
        for (source, attempt) in attempts {
            guard let deadline = attempt.deadline(of: source), deadline <= instant else { continue }
            let seconds = Int(LocationLimits.deadline(of: source).components.seconds)
            fail(source, .timedOut(seconds: seconds), at: instant, now: now)
        }
        if !hasNetwork, sources.contains(.ip), attempts[.ip, default: LocationAttempt()].isDue(at: instant) {
            attempts[.ip, default: LocationAttempt()].hold()
        }
        let wanted = wanted(at: instant, now: now)
        var steps: [Step] = []
        for (source, attempt) in attempts where !wanted.contains(source) {
            confirm(source, now: now)
            if attempt.isRunning { steps.append(.stop(source)) }
            // How often a service on the Internet is asked does not depend on whether it was needed in between.
            attempts[source] = source == .ip ? LocationAttempt(due: attempt.due, barred: attempt.barred) : nil
        }
        for source in wanted {
            var attempt = attempts[source] ?? LocationAttempt()
            guard attempt.isDue(at: instant) else { continue }
            if attempt.isRunning { steps.append(.stop(source)) }
            steps.append(.begin(source))
            attempt.begin(at: instant, headStart: headStart)
            attempts[source] = attempt
        }
        return steps
    }

    /// When to look again without having been told anything; nil when there is nothing to wait for.
    public func nextDue(at instant: Instant, now: UnixTime) -> Instant? {
        let moments = wanted(at: instant, now: now).flatMap { source -> [Instant?] in
            let attempt = attempts[source] ?? LocationAttempt()
            var expiry: Instant?
            if !attempt.isAlive, let fix = fixes[source], counts(source, now: now) {
                expiry = instant.advanced(by: LocationLimits.keeping - .seconds(fix.age(at: now)))
            }
            return [
                attempt.isHeld ? nil : attempt.due, attempt.deadline(of: source),
                attempt.endOfHeadStart(after: instant), expiry,
            ]
        }
        return moments.compactMap { $0 }.min()
    }

    /// Decides which fix to believe.
    ///
    /// - Returns: what is believed, when that is another place or source than before, or was confirmed an hour later; nil
    ///   when there is nothing new.
    public mutating func decide(now: UnixTime) -> Fix? {
        guard isActive, let source = sources.first(where: { counts($0, now: now) }), let fix = fixes[source] else {
            return nil
        }
        guard let believed, believed.source == source,
            believed.coordinate.distance(to: fix.coordinate) < LocationLimits.move
        else {
            self.believed = fix
            return fix
        }
        guard fix.time.seconds(since: believed.time) >= LocationLimits.confirmationOfPlace else { return nil }
        self.believed?.time = fix.time
        return self.believed
    }
}

extension LocationPolicy {
    /// Those that should be asked: each, up to the first whose fix counts or that may still bring one any moment.
    private func wanted(at instant: Instant, now: UnixTime) -> ArraySlice<LocationSource> {
        guard isActive else { return [] }
        let last = sources.firstIndex { source in
            let attempt = attempts[source] ?? LocationAttempt()
            return counts(source, now: now) || attempt.began == nil && attempt.isDue(at: instant)
                || attempt.endOfHeadStart(after: instant) != nil
        }
        return last.map { sources[...$0] } ?? sources[...]
    }

    private var headStart: Duration {
        believed == nil && fixes.isEmpty ? LocationLimits.firstHeadStart : LocationLimits.headStart
    }

    /// Whether a source's last fix can be believed: for as long as the source works, and a day beyond.
    private func counts(_ source: LocationSource, now: UnixTime) -> Bool {
        guard let fix = fixes[source] else { return false }
        return attempts[source]?.isAlive == true || .seconds(fix.age(at: now)) < LocationLimits.keeping
    }

    /// GeoClue would have told of a move, so its last fix is as good as one of now while it works.
    private mutating func confirm(_ source: LocationSource, now: UnixTime) {
        guard source == .geoClue, attempts[source]?.isAlive == true, let fix = fixes[source] else { return }
        fixes[source]?.time = max(fix.time, now)
    }

    /// Metres that an address has moved the place by, when that is too far to be believed at once; nil when it is not,
    /// or was said before, long enough ago.
    private mutating func surprisingDistance(of fix: Fix, at instant: Instant) -> Double? {
        let former = believed.flatMap { $0.source.isApproximate ? nil : $0.coordinate }
        guard let distance = former?.distance(to: fix.coordinate), distance > LocationLimits.surprise else {
            surprise = nil
            return nil
        }
        guard let earlier = surprise, earlier.coordinate.distance(to: fix.coordinate) <= LocationLimits.region else {
            surprise = Surprise(coordinate: fix.coordinate, since: instant)
            return distance
        }
        guard earlier.since.advanced(by: LocationLimits.confirmation) <= instant else { return distance }
        surprise = nil
        return nil
    }
}

extension Fix {
    /// Seconds; 0 when the clock was turned back meanwhile.
    fileprivate func age(at now: UnixTime) -> Int { max(0, now.seconds(since: time)) }
}

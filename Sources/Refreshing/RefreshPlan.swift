public import Weather

/// What is due when, for every place that is looked after. Pure: it is told what happens, and says what to do.
///
/// Times are those of a continuous clock, so that setting the wall clock neither hastens nor delays anything.
public struct RefreshPlan<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// Fetches under way at once, all places together.
    public static var concurrencyLimit: Int { 4 }

    public private(set) var policy: RefreshPolicy
    private var current: Coordinate?
    private var entries: [Coordinate: Entry] = [:]

    private struct Entry: Sendable {
        /// When the last report was received; nil when there is none.
        var succeeded: Instant?
        var tried: Instant?
        /// Failures since the last success.
        var failures = 0
        /// When to fetch next; nil while nobody wants the place's weather.
        var due: Instant?
        /// After a failure: when the policy has it tried again.
        var retry: Instant?
        /// After a failure: the service asked us not to come before.
        var barred: Instant?
        var isUnderWay = false
        /// Whether somebody waits for the fetch that is due.
        var isDemanded = false

        /// The earliest moment at which an explicit wish can lead to a fetch.
        var earliest: Instant? {
            [
                succeeded?.advanced(by: RefreshPolicy.floor),
                tried?.advanced(by: RefreshPolicy.leastBetweenTries),
                barred,
            ].compactMap { $0 }.max()
        }
    }

    /// What a wish for a refresh leads to.
    public enum Verdict: Sendable, Hashable {
        /// A fetch is under way, or begins now.
        case underWay
        /// It is too early; the next is allowed at this moment.
        case tooSoon(Instant)
        /// The place is not looked after.
        case unknownPlace
    }

    public init(policy: RefreshPolicy) {
        self.policy = policy
    }

    /// Takes over a policy that the configuration was changed to. A pending retry keeps its time.
    public mutating func adopt(_ policy: RefreshPolicy, at now: Instant, jitter: Double) {
        guard policy != self.policy else { return }
        self.policy = policy
        guard let current, entries[current]?.failures == 0 else { return }
        entries[current]?.due = nil
        want(current, at: now, jitter: jitter)
    }

    /// Forgets the failures, whose reason may have gone, and with them the waits that they brought about: the places
    /// that are waiting for their next try have it now. What was fetched lately stays good.
    public mutating func forgive(at now: Instant) {
        for (coordinate, entry) in entries where entry.failures > 0 && !entry.isUnderWay {
            entries[coordinate]?.failures = 0
            entries[coordinate]?.retry = nil
            entries[coordinate]?.barred = nil
            if entry.due != nil {
                entries[coordinate]?.due = max(now, entry.succeeded?.advanced(by: RefreshPolicy.floor) ?? now)
            }
        }
    }

    /// Brings the plan in line with the places that are kept.
    ///
    /// - Parameters:
    ///   - current: the place to keep fresh without being asked; nil when there is none.
    ///   - places: all places, with the age of the report that each has; nil for one without a report.
    ///   - jitter: chance, 0 to 1.
    public mutating func update(current: Coordinate?, places: [Coordinate: Duration?], at now: Instant, jitter: Double)
    {
        for (coordinate, entry) in entries
        where !places.keys.contains(coordinate) && !entry.isUnderWay && !entry.isDemanded {
            entries[coordinate] = nil
        }
        for (coordinate, age) in places {
            if entries[coordinate] == nil {
                entries[coordinate] = Entry(succeeded: age.map { now.advanced(by: .zero - $0) })
            } else if age == nil, entries[coordinate]?.succeeded != nil {
                // The report that was got is no longer good enough to be kept.
                entries[coordinate]?.succeeded = nil
                entries[coordinate]?.due = nil
            }
        }
        if current != self.current, let former = self.current, entries[former]?.isDemanded == false {
            entries[former]?.due = nil
        }
        self.current = current
        if let current { want(current, at: now, jitter: jitter) }
    }

    /// Somebody wants to read the weather of this place: fetches it when what is kept is older than the interval.
    public mutating func want(_ coordinate: Coordinate, at now: Instant, jitter: Double) {
        guard var entry = entries[coordinate], entry.due == nil, !entry.isUnderWay else { return }
        let regular = entry.succeeded?.advanced(by: policy.delayAfterSuccess(jitter: jitter)) ?? now
        entry.due = max(entry.retry ?? regular, entry.earliest ?? now)
        entries[coordinate] = entry
    }

    /// Somebody wants a refresh now.
    public mutating func demand(_ coordinate: Coordinate, at now: Instant) -> Verdict {
        guard var entry = entries[coordinate] else { return .unknownPlace }
        if entry.isUnderWay { return .underWay }
        if let earliest = entry.earliest, earliest > now { return .tooSoon(earliest) }
        entry.due = now
        entry.isDemanded = true
        entries[coordinate] = entry
        return .underWay
    }

    /// The places to fetch now, which then count as under way.
    public mutating func begin(at now: Instant) -> [Coordinate] {
        let room = Self.concurrencyLimit - entries.values.count { $0.isUnderWay }
        let due = entries.filter { !$0.value.isUnderWay && ($0.value.due.map { $0 <= now } ?? false) }
            .sorted { left, right in
                // The place that the bar shows goes first, then who has waited longest.
                if left.key == current || right.key == current { return left.key == current }
                return (left.value.due ?? now) < (right.value.due ?? now)
            }
            .prefix(max(room, 0))
        for (coordinate, _) in due {
            entries[coordinate]?.isUnderWay = true
            entries[coordinate]?.due = nil
            entries[coordinate]?.isDemanded = false
            entries[coordinate]?.tried = now
        }
        return due.map(\.key)
    }

    /// A fetch has ended: `failure` is nil when it brought a report.
    public mutating func finish(_ coordinate: Coordinate, failure: FetchFailure?, at now: Instant, jitter: Double) {
        guard var entry = entries[coordinate] else { return }
        entry.isUnderWay = false
        if let failure {
            entry.failures += 1
            let delay = policy.delayAfterFailure(failure, failures: entry.failures, jitter: jitter)
            entry.retry = now.advanced(by: delay)
            entry.barred = failure.retryAfter == nil ? nil : entry.retry
        } else {
            entry.failures = 0
            entry.succeeded = now
            entry.retry = nil
            entry.barred = nil
        }
        entry.due = nil
        entries[coordinate] = entry
        // Only the current place is kept fresh unasked; the others wait until somebody wants them again.
        if coordinate == current { want(coordinate, at: now, jitter: jitter) }
    }

    /// When to look again; nil when nothing is planned.
    public var nextDue: Instant? {
        let isFull = entries.values.count { $0.isUnderWay } >= Self.concurrencyLimit
        return isFull ? nil : entries.values.filter { !$0.isUnderWay }.compactMap(\.due).min()
    }

    /// When the place is going to be fetched; nil while that is under way or not planned.
    public func due(_ coordinate: Coordinate) -> Instant? {
        entries[coordinate]?.due
    }
}

public import Weather

/// What is due when, for every place that is looked after. Pure: it is told what happens, and says what to do.
///
/// Times are those of a continuous clock, so that setting the wall clock neither hastens nor delays anything.
public struct RefreshPlan<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// Fetches under way at once, of one place or of many.
    public static var concurrencyLimit: Int { 4 }

    public private(set) var policy: RefreshPolicy
    private(set) var current: Coordinate?
    /// The user's order of the favourites.
    private(set) var favourites: [Coordinate: Int] = [:]
    var entries: [Coordinate: PlannedPlace<Instant>] = [:]
    var underWay = 0
    /// The one batch under way with places that nobody waits for; empty when there is none. A second one at the same
    /// time would only cost memory.
    var prefetched: [Coordinate] = []
    /// How the requests for many places went lately.
    var lists = ListBackoff<Instant>()
    /// What the last minute took of the provider's limit.
    private(set) var spent = MinuteCount<Instant>()
    /// When it was last asked what to do.
    private(set) var looked: Instant?
    /// Whether nothing may begin.
    var isHeld = false
    /// When the wall clock strikes some hour; nil when that is not known.
    private var hour: Instant?

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

    // MARK: - What is to be looked after

    /// Takes over a policy that the configuration was changed to. A pending retry keeps its time.
    public mutating func adopt(_ policy: RefreshPolicy, at now: Instant, jitter: Double) {
        guard policy != self.policy else { return }
        self.policy = policy
        for coordinate in [current].compactMap(\.self) + favourites.keys {
            reschedule(coordinate, at: now, jitter: jitter)
        }
    }

    /// Brings the plan in line with the places that are kept.
    ///
    /// - Parameters:
    ///   - current: the place to keep fresh without being asked, before all others; nil when there is none.
    ///   - favourites: further places to keep fresh, in the user's order.
    ///   - places: all places, with the age of the report that each has; nil for one without a report.
    ///   - promises: how long it takes until there can be anything newer, of places whose provider says so.
    ///   - hour: when the wall clock strikes the next hour; nil when that does not matter.
    ///   - jitter: chance, 0 to 1.
    public mutating func update(
        current: Coordinate?, favourites: [Coordinate] = [], places: [Coordinate: Duration?],
        promises: [Coordinate: Duration] = [:], at now: Instant, hour: Instant? = nil, jitter: Double
    ) {
        self.hour = hour
        for (coordinate, entry) in entries
        where !places.keys.contains(coordinate) && !entry.isUnderWay && !entry.isAwaited {
            entries[coordinate] = nil
        }
        for (coordinate, age) in places {
            if entries[coordinate] == nil {
                entries[coordinate] = PlannedPlace(succeeded: age.map { now.advanced(by: .zero - $0) })
            } else if age == nil, let entry = entries[coordinate], entry.succeeded != nil {
                // The report that was got is no longer good enough to be kept.
                entries[coordinate]?.succeeded = nil
                if !entry.isAwaited { entries[coordinate]?.due = nil }
            }
            entries[coordinate]?.promised = promises[coordinate].map { now.advanced(by: $0) }
        }
        let former = (current: self.current, favourites: self.favourites)
        self.current = current
        self.favourites = Dictionary(zip(favourites, 0...)) { first, _ in first }
        if let current { self.favourites[current] = nil }
        for coordinate in [former.current].compactMap(\.self) + former.favourites.keys
        where !isKeptFresh(coordinate) && entries[coordinate]?.isAwaited == false {
            entries[coordinate]?.due = nil
        }
        if let current {
            // It may have been a favourite, whose turn comes less often.
            if current != former.current { reschedule(current, at: now, jitter: jitter) }
            schedule(current, at: now, jitter: jitter)
        }
        let isOtherInterval =
            policy.favouritesInterval(count: self.favourites.count)
            != policy.favouritesInterval(count: former.favourites.count)
        for coordinate in self.favourites.keys {
            if isOtherInterval { reschedule(coordinate, at: now, jitter: jitter) }
            schedule(coordinate, at: now, jitter: jitter)
        }
    }

    /// Somebody wants to read the weather of this place: fetches it when what is kept is older than the interval.
    public mutating func want(_ coordinate: Coordinate, at now: Instant, jitter: Double) {
        guard favourites[coordinate] != nil else { return schedule(coordinate, at: now, jitter: jitter) }
        // A favourite's own turn may be hours away.
        guard var entry = entries[coordinate], !entry.isUnderWay else { return }
        let old = entry.succeeded?.advanced(by: policy.interval) ?? now
        guard old <= now else { return }
        entry.due = max(entry.retry ?? now, entry.earliest(by: policy) ?? now)
        entry.isAwaited = true
        entries[coordinate] = entry
    }

    /// Somebody wants a refresh now.
    public mutating func demand(_ coordinate: Coordinate, at now: Instant) -> Verdict {
        guard var entry = entries[coordinate] else { return .unknownPlace }
        if entry.isUnderWay {
            entries[coordinate]?.isAwaited = true
            return .underWay
        }
        if let earliest = entry.earliest(by: policy), earliest > now { return .tooSoon(earliest) }
        entry.due = now
        entry.isAwaited = true
        entries[coordinate] = entry
        return .underWay
    }

    private func isKeptFresh(_ coordinate: Coordinate) -> Bool {
        coordinate == current || favourites[coordinate] != nil
    }

    private func interval(of coordinate: Coordinate) -> Duration {
        favourites[coordinate] == nil ? policy.interval : policy.favouritesInterval(count: favourites.count)
    }

    /// Plans the place's next fetch where none is planned.
    private mutating func schedule(_ coordinate: Coordinate, at now: Instant, jitter: Double) {
        guard var entry = entries[coordinate], entry.due == nil, !entry.isUnderWay else { return }
        let turn = entry.succeeded.map { succeeded in
            let delay = policy.delayAfterSuccess(
                interval: interval(of: coordinate), at: hour.map { $0.duration(to: succeeded) }, jitter: jitter)
            return succeeded.advanced(by: delay)
        }
        entry.due = max(entry.retry ?? turn ?? now, entry.earliest(by: policy) ?? now)
        if let promised = entry.promised, entry.due == promised {
            // Not all together at the very moment.
            let due = promised.advanced(by: RefreshPolicy.afterPromise * jitter)
            let detour = hour.map { policy.detour(around: $0.duration(to: due), jitter: jitter) } ?? .zero
            entry.due = due.advanced(by: detour)
        }
        entries[coordinate] = entry
    }

    private mutating func reschedule(_ coordinate: Coordinate, at now: Instant, jitter: Double) {
        guard let entry = entries[coordinate], entry.failures == 0, !entry.isAwaited else { return }
        entries[coordinate]?.due = nil
        schedule(coordinate, at: now, jitter: jitter)
    }

    // MARK: - What is to be done

    /// The places to fetch now, which then count as under way; those of one batch in one request.
    public mutating func begin(at now: Instant) -> [[Coordinate]] {
        looked = now
        spent.forget(before: now)
        guard !isHeld else { return [] }
        var batches: [[Coordinate]] = []
        while let batch = batch(at: now) {
            if batch.contains(where: isUnasked) { prefetched = batch }
            for coordinate in batch { entries[coordinate]?.begin(at: now) }
            spent.add(batch.count, at: now)
            underWay += 1
            batches.append(batch)
        }
        return batches
    }

    /// A fetch has ended.
    ///
    /// - Parameters:
    ///   - batch: as it began.
    ///   - failures: of those places that no report was brought for.
    ///   - jitter: chance, 0 to 1. It is one for the batch, which so stays together.
    public mutating func finish(
        _ batch: [Coordinate], failures: [Coordinate: FetchFailure], at now: Instant, jitter: Double
    ) {
        finish(batch, failures: failures, abandoned: [], at: now, jitter: jitter)
    }

    mutating func finish(
        _ batch: [Coordinate], failures: [Coordinate: FetchFailure], abandoned: Set<Coordinate>, at now: Instant,
        jitter: Double
    ) {
        underWay -= 1
        let wasPrefetched = batch == prefetched
        if wasPrefetched { prefetched = [] }
        for coordinate in batch {
            if abandoned.contains(coordinate) {
                entries[coordinate]?.abandon(at: now)
                continue
            }
            entries[coordinate]?.finish(failure: failures[coordinate], policy: policy, at: now, jitter: jitter)
            // Others than these wait until somebody wants them again.
            if isKeptFresh(coordinate) { schedule(coordinate, at: now, jitter: jitter) }
        }
        guard wasPrefetched || batch.count > 1, abandoned.isEmpty else { return }
        if let failure = batch.first.flatMap({ failures[$0] }), failures.count == batch.count {
            lists.fail(length: batch.count, failure: failure, policy: policy, at: now, jitter: jitter)
        } else {
            let isLast = !entries.contains { isUnasked($0.key) && isDue($0.value, at: now) }
            lists.succeed(length: batch.count, isLast: isLast)
        }
    }

    /// When to look again; nil when nothing is planned, or nothing can begin before something has finished.
    public var nextDue: Instant? {
        guard !isHeld else { return nextOverdue }
        let startable = entries.keys.filter { prefetched.isEmpty || !isUnasked($0) }
        // What was due before the last look was looked at with all that was due then.
        let dues = startable.compactMap(due).map { max($0, looked ?? $0) }
        guard let first = dues.min() else { return nil }
        let others = (spent.endsOfMinutes + [lists.retry].compactMap(\.self)).filter { $0 > first }
        return Set(dues + others).sorted().first { batch(at: $0) != nil }
    }

    /// When the place is going to be fetched; nil while that is under way, or not planned, or nobody knows.
    public func due(_ coordinate: Coordinate) -> Instant? {
        guard let due = entries[coordinate]?.due else { return nil }
        if isHeld { return looked.map { due > $0 } ?? true ? due : nil }
        return isHeldBack(coordinate, at: due) ? lists.retry : due
    }
}

public import Weather

/// Schedules the fetches of all places in use. Pure: events in, fetches out.
///
/// Times are from a continuous clock, so that setting the wall clock has no effect.
public struct RefreshPlan<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// Maximum number of concurrent fetches, each for one or more places; as many more may run for waiting clients.
    public static var concurrencyLimit: Int { 4 }

    public private(set) var policy: RefreshPolicy
    private(set) var current: Coordinate?
    /// The position of each favourite in the user's order.
    private(set) var favourites: [Coordinate: Int] = [:]
    var entries: [Coordinate: PlannedPlace<Instant>] = [:]
    var underWay = 0
    /// The running batch of places that no client waits for; empty when there is none. A second one at the same time
    /// would only cost memory.
    var prefetched: [Coordinate] = []
    var lists = ListBackoff<Instant>()
    /// The use of the provider's limit per minute.
    private(set) var spent = MinuteCount<Instant>()
    /// The last call of `begin`.
    private(set) var lastBegin: Instant?
    /// Whether fetches are paused.
    var isHeld = false
    /// The moment of some full hour of the wall clock; nil when unknown.
    private var hour: Instant?

    /// The result of a refresh request.
    public enum Verdict: Sendable, Hashable {
        /// A fetch is running, or starts now.
        case underWay
        /// Rate-limited until this moment.
        case tooSoon(Instant)
        /// The place is not in use.
        case unknownPlace
    }

    public init(policy: RefreshPolicy) {
        self.policy = policy
    }

    // MARK: - Places

    /// Applies a changed policy. A scheduled retry keeps its time. What is older than a shorter interval is due at once, such as
    /// after a saving mode.
    public mutating func adopt(_ policy: RefreshPolicy, at now: Instant, jitter: Double) {
        guard policy != self.policy else { return }
        let isShorter = policy.interval < self.policy.interval
        self.policy = policy
        for coordinate in [current].compactMap(\.self) + favourites.keys {
            reschedule(coordinate, at: now, jitter: jitter)
            guard isShorter, let entry = entries[coordinate], entry.failures == 0, let succeeded = entry.succeeded,
                succeeded.advanced(by: interval(of: coordinate)) <= now
            else { continue }
            entries[coordinate]?.schedule(max(now, entry.earliest(by: policy) ?? now))
        }
    }

    /// Synchronizes the plan with the places in use.
    ///
    /// - Parameters:
    ///   - current: the place to keep fresh first; nil when there is none.
    ///   - favourites: further places to keep fresh, in the user's order.
    ///   - places: all places, with the age of each report; nil for a place without a report.
    ///   - lifetimes: the remaining freshness lifetimes, for providers that send them.
    ///   - waits: how long no provider can be used, for the places concerned.
    ///   - hour: the next full hour of the wall clock; nil when it does not matter.
    ///   - jitter: random, 0 to 1.
    public mutating func update(
        current: Coordinate?, favourites: [Coordinate] = [], places: [Coordinate: Duration?],
        lifetimes: [Coordinate: Duration] = [:], waits: [Coordinate: Duration] = [:], at now: Instant,
        hour: Instant? = nil, jitter: Double
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
                // The stored report has been discarded.
                entries[coordinate]?.succeeded = nil
                entries[coordinate]?.unschedule()
            }
            entries[coordinate]?.expiry = lifetimes[coordinate].map { now.advanced(by: $0) }
            entries[coordinate]?.wait = waits[coordinate].map { now.advanced(by: $0) }
        }
        let former = (current: self.current, favourites: self.favourites)
        self.current = current
        self.favourites = Dictionary(zip(favourites, 0...)) { first, _ in first }
        if let current { self.favourites[current] = nil }
        for coordinate in [former.current].compactMap(\.self) + former.favourites.keys
        where !isKeptFresh(coordinate) {
            entries[coordinate]?.unschedule()
        }
        if let current {
            // A former favourite has a longer interval.
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

    /// A client uses the place: fetches it if its report is older than the interval, unless the policy requires an explicit
    /// request. The client waits for the first report.
    public mutating func request(_ coordinate: Coordinate, at now: Instant, jitter: Double) {
        if let entry = entries[coordinate], !entry.hasOutcome {
            entries[coordinate]?.wait(policy: policy, at: now)
            return
        }
        guard !policy.isOnRequest else { return }
        guard favourites[coordinate] != nil else { return schedule(coordinate, at: now, jitter: jitter) }
        // A favourite's scheduled fetch may be hours away.
        entries[coordinate]?.request(policy: policy, at: now)
    }

    /// A client requests a refresh now.
    public mutating func refresh(_ coordinate: Coordinate, at now: Instant) -> Verdict {
        entries[coordinate]?.refresh(policy: policy, at: now) ?? .unknownPlace
    }

    /// Whether a client waits for the place's fetch that is due or under way.
    func isAwaited(_ coordinate: Coordinate) -> Bool { entries[coordinate]?.isAwaited ?? false }

    func isKeptFresh(_ coordinate: Coordinate) -> Bool {
        coordinate == current || favourites[coordinate] != nil
    }

    private func interval(of coordinate: Coordinate) -> Duration {
        favourites[coordinate] == nil ? policy.interval : policy.favouritesInterval(count: favourites.count)
    }

    /// Schedules the place's next fetch unless one is scheduled.
    private mutating func schedule(_ coordinate: Coordinate, at now: Instant, jitter: Double) {
        guard let entry = entries[coordinate], entry.isIdle else { return }
        let turn = entry.succeeded.map { succeeded in
            let delay = policy.delayAfterSuccess(
                interval: interval(of: coordinate), at: hour.map { $0.duration(to: succeeded) }, jitter: jitter)
            return succeeded.advanced(by: delay)
        }
        let first = now.advanced(by: policy.settling * (1 + 2 * jitter))
        var due = max(entry.retry ?? turn ?? first, entry.earliest(by: policy) ?? now)
        if due == entry.expiry {
            // Spread, so that clients do not all request at the same moment.
            due = due.advanced(by: RefreshPolicy.expirySpread * jitter)
            let detour = hour.map { policy.detour(around: $0.duration(to: due), jitter: jitter) } ?? .zero
            due = due.advanced(by: detour)
        }
        entries[coordinate]?.schedule(due)
    }

    mutating func reschedule(_ coordinate: Coordinate, at now: Instant, jitter: Double) {
        guard let entry = entries[coordinate], entry.failures == 0, !entry.isAwaited else { return }
        entries[coordinate]?.unschedule()
        schedule(coordinate, at: now, jitter: jitter)
    }

    // MARK: - Fetches

    /// The batches to fetch now, one request each; they count as running.
    public mutating func begin(at now: Instant) -> [[Coordinate]] {
        lastBegin = now
        spent.forget(before: now)
        guard !isHeld else { return [] }
        var batches: [[Coordinate]] = []
        while let batch = batch(at: now) {
            if batch.contains(where: isBackground) { prefetched = batch }
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
    ///   - batch: the batch, as returned by `begin`.
    ///   - failures: the failures of the places without a report.
    ///   - jitter: random, 0 to 1; the same for the whole batch, so that it stays together.
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
            // Other places wait until a client uses them.
            if isKeptFresh(coordinate) { schedule(coordinate, at: now, jitter: jitter) }
        }
        guard wasPrefetched || batch.count > 1, abandoned.isEmpty else { return }
        if let failure = batch.first.flatMap({ failures[$0] }), failures.count == batch.count {
            // A list that is refused is divided during its fetch.
            guard !failure.mayBeOfPlace else { return }
            lists.fail(length: batch.count, failure: failure, policy: policy, at: now, jitter: jitter)
        } else {
            let isLast = !entries.contains { isBackground($0.key) && isDue($0.value, at: now) }
            lists.succeed(length: batch.count, isLast: isLast)
        }
    }

    /// When to call `begin` again; nil when nothing is scheduled, or everything waits for running fetches.
    public var nextDue: Instant? {
        guard !isHeld else { return nextOverdue }
        let startable = entries.keys.filter { isAllowed($0) && (prefetched.isEmpty || !isBackground($0)) }
        // Anything due before the last call was considered then.
        let dues = startable.compactMap(due).map { max($0, lastBegin ?? $0) }
        guard let first = dues.min() else { return nil }
        let others = (spent.endsOfMinutes + [lists.retry].compactMap(\.self)).filter { $0 > first }
        return Set(dues + others).sorted().first { batch(at: $0) != nil }
    }

    /// When the place will be fetched; nil while a fetch is running, when none is scheduled, or when unknown.
    public func due(_ coordinate: Coordinate) -> Instant? {
        guard let due = entries[coordinate]?.due, isAllowed(coordinate) else { return nil }
        if isHeld { return lastBegin.map { due > $0 } ?? true ? due : nil }
        return isHeldBack(coordinate, at: due) ? lists.retry : due
    }
}

/// Selects the places of the next batch.
extension RefreshPlan {
    /// The next batch if it started at `now`; nil when nothing is due, or no slot is free.
    func batch(at now: Instant) -> [Coordinate]? {
        guard underWay < 2 * Self.concurrencyLimit else { return nil }
        let recent = spent.places(at: now)
        let isFull = underWay >= Self.concurrencyLimit
        let due = entries.filter { isDue($0.value, at: now) && isAllowed($0.key) && !isHeldBack($0.key, at: now) }.keys
            .filter { !isFull || isAwaited($0) }.sorted { precedes($0, $1) }
        if let first = due.first, needsOwnRequest(first, at: now) {
            return recent < policy.limits.placesAMinute ? [first] : nil
        }
        let longest = min(policy.limits.batch, lists.longest ?? .max)
        var batch = Array(due.filter { !needsOwnRequest($0, at: now) }.prefix(longest))
        // A client does not wait for places that it did not ask for.
        if batch.contains(where: isAwaited) { batch.removeAll { !isAwaited($0) } }
        let roomForBackground = prefetched.isEmpty ? policy.backgroundPlacesAMinute - recent : 0
        // Half a batch now would cost an additional request, so scheduled fetches wait until the whole batch fits.
        if batch.contains(where: isBackground), batch.count > roomForBackground {
            batch.removeAll(where: isBackground)
        }
        batch = Array(batch.prefix(max(0, policy.limits.placesAMinute - recent)))
        guard !batch.isEmpty else { return nil }
        // A place that a client waits for is fetched alone; so is a failed one, so that it does not delay others.
        if !batch.contains(where: { entries[$0].map { $0.isAwaited || $0.failures > 0 } ?? false }) {
            let room = min(longest, roomForBackground) - batch.count
            batch += companions(of: batch, at: now).prefix(max(0, room))
        }
        return batch
    }

    /// The favourites that are due soon enough to join, which keeps batches together.
    private func companions(of batch: [Coordinate], at now: Instant) -> [Coordinate] {
        let soon = now.advanced(by: policy.favouritesInterval(count: favourites.count) / 10)
        return favourites.keys.filter { coordinate in
            guard let entry = entries[coordinate], isDue(entry, at: soon), entry.failures == 0 else { return false }
            return entry.earliest(by: policy) ?? now <= now && !isHeldBack(coordinate, at: now)
                && !batch.contains(coordinate)
        }.sorted { precedes($0, $1) }
    }

    func isDue(_ entry: PlannedPlace<Instant>, at now: Instant) -> Bool {
        !entry.isUnderWay && entry.due.map { $0 <= now } ?? false
    }

    /// Whether the policy allows a fetch of the place.
    private func isAllowed(_ coordinate: Coordinate) -> Bool { !policy.isOnRequest || isAwaited(coordinate) }

    /// Whether the place needs its own request, so that failures of other places do not affect it.
    private func needsOwnRequest(_ coordinate: Coordinate, at now: Instant) -> Bool {
        guard !isBackground(coordinate), let entry = entries[coordinate] else { return false }
        return entry.failures > 0 || lists.isSuspect(at: now)
    }

    /// Whether the place waits for the common backoff of lists.
    func isHeldBack(_ coordinate: Coordinate, at now: Instant) -> Bool {
        guard isBackground(coordinate), let retry = lists.retry, now < retry else { return false }
        return lists.longest != nil || entries[coordinate].map { $0.failures > 0 } ?? false
    }

    /// Whether the place is only prefetched.
    func isBackground(_ coordinate: Coordinate) -> Bool {
        favourites[coordinate] != nil && entries[coordinate]?.isAwaited == false
    }

    /// The current place first, then those that a client waits for, then by due time.
    private func precedes(_ left: Coordinate, _ right: Coordinate) -> Bool {
        if left == current || right == current { return left == current }
        let isBackground = (isBackground(left), isBackground(right))
        if isBackground.0 != isBackground.1 { return isBackground.1 }
        if let first = entries[left]?.due, let second = entries[right]?.due, first != second { return first < second }
        return favourites[left] ?? 0 < favourites[right] ?? 0
    }
}

// Early retries, and pauses.
extension RefreshPlan {
    /// Resets failures and backoffs, whose cause may be gone: waiting places are retried now. Fresh reports stay valid.
    public mutating func resetBackoff(at now: Instant) {
        lists = ListBackoff()
        let policy = policy
        for (coordinate, entry) in entries where entry.failures > 0 && !entry.isUnderWay {
            entries[coordinate]?.resetBackoff(policy: policy, at: now)
        }
    }

    /// The service accepts connections: retries failed places at once, except during a delay that it requested. Failure
    /// counts stay, so that the backoff continues if this retry fails.
    ///
    /// If the service itself was down, all its clients would return within a minute; then the next retry keeps its
    /// time.
    public mutating func retry(at now: Instant) {
        let policy = policy
        for (coordinate, entry) in entries
        where entry.failures > 0 && !entry.isUnderWay && entry.due != nil && entry.isConnectionSuspect {
            entries[coordinate]?.schedule(max(now, entry.earliest(by: policy) ?? now))
        }
    }

    /// The wall clock was set: fetches reports that are old or doubtful by the new clock, and retries failures that the former
    /// clock may have caused. Other backoffs continue.
    ///
    /// - Parameters:
    ///   - ages: the reports' ages by the new clock; nil for a place without a report.
    ///   - jitter: random, 0 to 1.
    public mutating func followClock(ages: [Coordinate: Duration?], at now: Instant, jitter: Double) {
        let policy = policy
        for (coordinate, age) in ages {
            guard let entry = entries[coordinate], !entry.isUnderWay, isKeptFresh(coordinate) || entry.due != nil else {
                entries[coordinate]?.succeeded = age.map { now.advanced(by: .zero - $0) }
                continue
            }
            let isDue = entries[coordinate]?.followClock(age: age, policy: policy, at: now) ?? false
            if !isDue, isKeptFresh(coordinate) { reschedule(coordinate, at: now, jitter: jitter) }
        }
    }

    /// Starts no fetches until `release`. Places still become due, and nothing counts as a failure.
    public mutating func hold() {
        isHeld = true
    }

    /// Resumes: due places are fetched within seconds, and the backoff of failed ones is reset. Nothing else is fetched
    /// earlier.
    ///
    /// - Parameter jitter: random, 0 to 1; spreads the requests of machines that return at the same time.
    public mutating func release(at now: Instant, jitter: Double) {
        isHeld = false
        lists.resume()
        let (soon, policy) = (now.advanced(by: RefreshPolicy.afterReturn * jitter), policy)
        for coordinate in entries.keys { entries[coordinate]?.suspectConnection() }
        for (coordinate, entry) in entries where !entry.isUnderWay {
            guard let due = entry.due, entry.failures > 0 || due <= now else { continue }
            entries[coordinate]?.resume(soon: soon, policy: policy)
        }
    }

    /// A fetch was cancelled because there is no route. It restarts when there is one.
    ///
    /// - Parameter unanswered: the places of the fetch without a report.
    public mutating func abandon(
        _ batch: [Coordinate], unanswered: Set<Coordinate>, at now: Instant, jitter: Double
    ) {
        finish(batch, failures: [:], abandoned: unanswered, at: now, jitter: jitter)
        guard !isHeld else { return }
        let (soon, policy) = (now.advanced(by: RefreshPolicy.afterReturn * jitter), policy)
        for coordinate in unanswered {
            entries[coordinate]?.resume(soon: soon, policy: policy)
        }
    }

    /// Whether a fetch of the place is running.
    func isUnderWay(_ coordinate: Coordinate) -> Bool { entries[coordinate]?.isUnderWay ?? false }

    /// The failed places for which the connection may be the cause.
    public var suspects: Set<Coordinate> {
        Set(entries.filter { $0.value.failures > 0 && $0.value.isConnectionSuspect }.keys)
    }

    /// The places that would be fetched now without the pause.
    public func overdue(at now: Instant) -> [Coordinate] {
        isHeld ? entries.filter { isDue($0.value, at: now) }.map(\.key) : []
    }

    /// When the next place becomes overdue.
    var nextOverdue: Instant? {
        entries.values.filter { !$0.isUnderWay }.compactMap(\.due).filter { due in lastBegin.map { due > $0 } ?? true }
            .min()
    }
}

public import Weather

// What is tried again before its time, and what has to wait beyond it.
extension RefreshPlan {
    /// Forgets the failures, whose reason may have gone, and with them the waits that they brought about: the places
    /// that are waiting for their next try have it now. What was fetched lately stays good.
    public mutating func forgive(at now: Instant) {
        lists = ListBackoff()
        let policy = policy
        for (coordinate, entry) in entries where entry.failures > 0 && !entry.isUnderWay {
            entries[coordinate]?.failures = 0
            entries[coordinate]?.retry = nil
            entries[coordinate]?.barred = nil
            if entry.due != nil {
                entries[coordinate]?.due = max(now, entry.succeeded?.advanced(by: policy.floor) ?? now)
            }
        }
    }

    /// The service takes connections: has the places that failed tried at once, except where it asked for a rest. The failures
    /// are not forgotten: should this try fail as well, the next comes as late as it would have.
    ///
    /// Where the service itself was away, and not the way to it, it takes those of everybody, who would all be there within a
    /// minute. There the next try comes when it was going to.
    public mutating func retry(at now: Instant) {
        let policy = policy
        for (coordinate, entry) in entries
        where entry.failures > 0 && !entry.isUnderWay && entry.due != nil && entry.isWayInDoubt {
            entries[coordinate]?.due = [now, entry.earliest(by: policy) ?? now].max()
        }
    }

    /// Has nothing begin until `release`. What becomes due meanwhile stays so, and nothing counts as a failure.
    public mutating func hold() {
        isHeld = true
    }

    /// Lets go on: what has become due is fetched within seconds, and what failed is tried as if for the first time. Nothing
    /// else is fetched sooner than it would have been.
    ///
    /// - Parameter jitter: chance, 0 to 1, so that machines that are back together do not ask together.
    public mutating func release(at now: Instant, jitter: Double) {
        isHeld = false
        lists.resume()
        let (soon, policy) = (now.advanced(by: RefreshPolicy.afterReturn * jitter), policy)
        for coordinate in entries.keys { entries[coordinate]?.doubtWay() }
        for (coordinate, entry) in entries where !entry.isUnderWay {
            guard let due = entry.due, entry.failures > 0 || due <= now else { continue }
            entries[coordinate]?.resume(soon: soon, policy: policy)
        }
    }

    /// A fetch was given up, since there is no way for its answer to come by. It is begun anew when there is one.
    ///
    /// - Parameter unanswered: those of its places that no report was brought for.
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

    /// Whether a fetch of the place has begun and not ended.
    func isUnderWay(_ coordinate: Coordinate) -> Bool { entries[coordinate]?.isUnderWay ?? false }

    /// The places that have failed, where that may be for the way to the service and not for the service.
    public var doubtful: Set<Coordinate> {
        Set(entries.filter { $0.value.failures > 0 && $0.value.isWayInDoubt }.keys)
    }

    /// The places that would be fetched now, were it not for the hold.
    public func overdue(at now: Instant) -> [Coordinate] {
        isHeld ? entries.filter { isDue($0.value, at: now) }.map(\.key) : []
    }

    /// When the next place is overdue.
    var nextOverdue: Instant? {
        entries.values.filter { !$0.isUnderWay }.compactMap(\.due).filter { due in looked.map { due > $0 } ?? true }
            .min()
    }
}

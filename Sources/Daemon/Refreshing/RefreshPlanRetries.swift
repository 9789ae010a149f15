public import Weather

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
    ///   - ages: of the reports by the new clock; nil for a place without one.
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
    /// - Parameter jitter: random, 0 to 1, so that machines that are back at the same time are spread.
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
    /// - Parameter unanswered: its places without a report.
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

import Weather

/// Who goes out next, and together with whom.
extension RefreshPlan {
    /// What the next request would bring if it went out at `now`; nil when there is nothing to fetch, or no room.
    func batch(at now: Instant) -> [Coordinate]? {
        guard underWay < Self.concurrencyLimit else { return nil }
        let recent = spent.places(at: now)
        let due = entries.filter { isDue($0.value, at: now) && !isHeldBack($0.key, at: now) }.keys
            .sorted { precedes($0, $1) }
        if let first = due.first, goesAlone(first, at: now) {
            return recent < policy.limits.placesAMinute ? [first] : nil
        }
        let longest = min(policy.limits.batch, lists.longest ?? .max)
        var batch = Array(due.filter { !goesAlone($0, at: now) }.prefix(longest))
        let roomForUnasked = prefetched.isEmpty ? policy.unaskedAMinute - recent : 0
        // Half a batch now would be a request more in the end, so what nobody waits for waits until all of it has room.
        if batch.contains(where: isUnasked), batch.count > roomForUnasked {
            batch.removeAll(where: isUnasked)
        }
        batch = Array(batch.prefix(max(0, policy.limits.placesAMinute - recent)))
        guard !batch.isEmpty else { return nil }
        // Who waits for an answer is not kept waiting for that of others, and where one fails the others can wait.
        if !batch.contains(where: { entries[$0].map { $0.isAwaited || $0.failures > 0 } ?? false }) {
            let room = min(longest, roomForUnasked) - batch.count
            batch += companions(of: batch, at: now).prefix(max(0, room))
        }
        return batch
    }

    /// The favourites whose turn comes so soon that they can as well go along, which keeps batches from falling apart.
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

    /// Whether the place is asked for in a request of its own, so that what fails for others does not fail for it.
    private func goesAlone(_ coordinate: Coordinate, at now: Instant) -> Bool {
        guard !isUnasked(coordinate), let entry = entries[coordinate] else { return false }
        return entry.failures > 0 || lists.isSuspect(at: now)
    }

    /// Whether the place has to wait because others like it have failed: all of them together keep to one backoff.
    func isHeldBack(_ coordinate: Coordinate, at now: Instant) -> Bool {
        guard isUnasked(coordinate), let retry = lists.retry, now < retry else { return false }
        return lists.longest != nil || entries[coordinate].map { $0.failures > 0 } ?? false
    }

    /// Whether the place is only fetched to be at hand when somebody asks.
    func isUnasked(_ coordinate: Coordinate) -> Bool {
        favourites[coordinate] != nil && entries[coordinate]?.isAwaited == false
    }

    /// The place that the bar shows goes first, then what somebody waits for, then who has waited longest.
    private func precedes(_ left: Coordinate, _ right: Coordinate) -> Bool {
        if left == current || right == current { return left == current }
        let isUnasked = (isUnasked(left), isUnasked(right))
        if isUnasked.0 != isUnasked.1 { return isUnasked.1 }
        if let first = entries[left]?.due, let second = entries[right]?.due, first != second { return first < second }
        return favourites[left] ?? 0 < favourites[right] ?? 0
    }
}

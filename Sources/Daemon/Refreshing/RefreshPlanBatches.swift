import Weather

/// Selects the places of the next batch.
extension RefreshPlan {
    /// The next batch if it started at `now`; nil when nothing is due, or no slot is free.
    func batch(at now: Instant) -> [Coordinate]? {
        guard underWay < 2 * Self.concurrencyLimit else { return nil }
        let recent = spent.places(at: now)
        let isFull = underWay >= Self.concurrencyLimit
        let due = entries.filter { isDue($0.value, at: now) && !isHeldBack($0.key, at: now) }.keys
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
        // A place that a client waits for is fetched alone; so is a failed one, which does not delay others.
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

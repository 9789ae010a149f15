import Weather

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

    /// Metres of a move by IP address that is too far to accept at once; nil when it is not, or was confirmed.
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
    /// Seconds; nil when the fix is from the future.
    func age(at now: UnixTime) -> Int? { isAhead(of: now) ? nil : max(0, now.seconds(since: time)) }
}

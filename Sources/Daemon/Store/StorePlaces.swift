import Synchronization
public import Weather

// The store's data about places other than reports.
extension Store {
    /// Records that a client uses a place, and adds it if it is new. When the limit is reached, the least recently used
    /// place is evicted, but none refreshed in the last `RefreshFloor.seconds`, so that cycling through many places
    /// cannot overload the provider.
    ///
    /// - Parameter kinds: the requested types of reports.
    /// - Returns: whether the place is in use now; the current place always is.
    public func admit(_ coordinate: Coordinate, for kinds: Set<ReportKind> = [.forecast], at now: UnixTime) -> Bool {
        // Follows the clock first.
        _ = snapshot
        return state.withLock { state in
            let (key, version) = (coordinate.rounded, state.version)
            let isKnown = state.snapshot.weather[key] != nil
            guard state.snapshot.admit(key, at: now) else { return false }
            for kind in kinds { state.snapshot.weather[key]?.requestTimes[kind] = now }
            // No reply contains the time of the last request.
            if isKnown { state.version = version }
            return true
        }
    }

    /// Stores the machine's location, in memory at once and on disk when this returns.
    ///
    /// - Parameter fixes: the last of each source.
    public func keep(_ located: Located, _ fixes: [LocationSource: LocationFix], at now: UnixTime) async {
        updatePlaces(at: now) {
            $0.located = located
            $0.fixes = fixes
        }
        await save()
    }

    /// Updates the names of places that the user did not name, by coordinates.
    public func name(by localities: [Coordinate: Locality]) {
        update(.names) { snapshot in
            if let coordinate = snapshot.located?.place.coordinate, let locality = localities[coordinate] {
                snapshot.located?.place.locality = locality
            }
            if let coordinate = snapshot.defaults.location?.coordinate, let locality = localities[coordinate] {
                snapshot.defaults.location?.locality = locality
            }
        }
    }

    /// Stores why location sources have no fix.
    public func note(_ failures: [LocationSource: LocationFailure]) {
        guard snapshot.locationFailures != failures else { return }
        update(.locationFailures) { $0.locationFailures = failures }
    }

    /// Stores the reverse geocoding of a place.
    ///
    /// - Parameter query: the query that found it; nil for a lookup by position.
    public func name(_ coordinate: Coordinate, _ locality: Locality?, foundBy query: String? = nil) {
        update(.names) { snapshot in
            snapshot.name(coordinate.rounded, locality)
            guard let query, snapshot.weather[coordinate.rounded]?.queries.count ?? 0 < PlaceWeather.queriesLimit else {
                return
            }
            snapshot.weather[coordinate.rounded]?.queries.insert(query.lowercased())
        }
    }

    /// Shows the place this many steps further, cyclically; negative steps go back.
    public func step(_ steps: Int) {
        update(.selection) { $0.step(steps) }
    }

    /// Shows the current place again after `step`.
    public func showCurrentPlace() {
        guard snapshot.shown != nil else { return }
        update(.selection) { $0.shown = nil }
    }

    /// Switches between the two templates of `short`.
    public func toggle() {
        update(.selection) { $0.isAlternate.toggle() }
    }
}

public import Weather

// What is known of places besides their weather.
extension Store {
    /// Keeps where the machine is believed to be, in memory at once and on disk when this returns.
    ///
    /// - Parameter fixes: the last of each source.
    public func keep(_ located: Located, _ fixes: [LocationSource: Fix], at now: UnixTime) async {
        update {
            $0.located = located
            $0.fixes = fixes
            $0.admitPlaces(at: now)
        }
        await save()
    }

    /// Takes over what the gazetteer says of the places that are not the user's choice, by their coordinates.
    public func name(by localities: [Coordinate: Locality]) {
        update { snapshot in
            if let coordinate = snapshot.located?.place.coordinate, let locality = localities[coordinate] {
                snapshot.located?.place.locality = locality
            }
            if let coordinate = snapshot.defaults.location?.coordinate, let locality = localities[coordinate] {
                snapshot.defaults.location?.locality = locality
            }
        }
    }

    /// Notes why sources of the location have none to give.
    public func note(_ failures: [LocationSource: LocationFailure]) {
        guard snapshot.locationFailures != failures else { return }
        update { $0.locationFailures = failures }
    }

    /// Notes what the gazetteer says of a place. That of one that is not looked after makes way for later ones.
    ///
    /// - Parameter query: what it was found by; nil when by its position.
    public func name(_ coordinate: Coordinate, _ locality: Locality?, foundBy query: String? = nil) {
        update { snapshot in
            snapshot.name(coordinate.rounded, locality)
            guard let query, snapshot.weather[coordinate.rounded]?.queries.count ?? 0 < PlaceWeather.queriesLimit else {
                return
            }
            snapshot.weather[coordinate.rounded]?.queries.insert(query.lowercased())
        }
    }

    /// Shows the place that many steps on, round and round; with negative ones, back.
    public func step(_ steps: Int) {
        update { $0.step(steps) }
    }

    /// Shows the current place again, wherever `step` has led.
    public func showCurrentPlace() {
        guard snapshot.shown != nil else { return }
        update { $0.shown = nil }
    }

    /// Changes between the two templates of `short`.
    public func toggle() {
        update { $0.isAlternate.toggle() }
    }
}

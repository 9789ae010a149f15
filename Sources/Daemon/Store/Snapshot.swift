public import Weather

/// The daemon's state at one moment, from which requests are answered.
public struct Snapshot: Sendable {
    public var defaults: Defaults
    public var settings: Settings
    /// The machine's location; nil when location detection is off, and before the first fix.
    public var located: Located?
    /// The last fix of each source, in this run or an earlier one.
    public var fixes: [LocationSource: LocationFix] = [:]
    /// Why location sources have no fix.
    public var locationFailures: [LocationSource: LocationFailure] = [:]
    /// The rounded coordinate of the place shown; nil for the current one. Not kept across restarts.
    public var shown: Coordinate?
    /// Whether `short` uses its second template. Not kept across restarts.
    public var isAlternate = false
    /// The reports of all places in use, by rounded coordinate.
    public var weather: [Coordinate: PlaceWeather] = [:]
    /// The localities of places that do not fit into `weather`, but whose sun and moon are computed. Oldest first; at most
    /// `placesLimit`.
    private var evictedNames: [(key: Coordinate, locality: Locality)] = []
    /// The last reading of the user's own station, wherever the station is; nil without a reading.
    public var ownStation: OwnStationReading?
    public var requests = RequestTally()
    /// Whether there is a route to the forecast services, according to the kernel.
    public var hasNetwork = true
    /// What is fetched less often at present.
    public var saving = SavingMode.none
    /// Why the settings on disk are unreadable, so that they must not be overwritten; nil when they were read.
    public var settingsProblem: StoreError?
    /// Lost settings, until the user changes settings; nil for none.
    public var setAsideSettings: SetAsideSettings?
    /// What exceeds the limits in the settings file, until the next change; nil for nothing.
    public var excessSettings: ExcessSettings?

    public init(defaults: Defaults = Defaults(), settings: Settings = Settings()) {
        self.defaults = defaults
        self.settings = settings
    }

    /// Whether the current place is the machine's location.
    public var isAutomatic: Bool {
        guard !defaults.locationSources.isEmpty else { return false }
        return switch settings.location {
        case .automatic: true
        case .place: false
        case nil: defaults.location == nil
        }
    }

    /// The current place; nil when none is configured and the machine is not located.
    public var place: Place? {
        var place = isAutomatic ? located?.place : defaults.location
        if case .place(let chosen) = settings.location { place = chosen }
        guard let here = place, here.name == nil else { return place }
        // A favourite's name is also used for the current place.
        place?.name = settings.favourites.first { $0.coordinate.rounded == here.coordinate.rounded }?.name
        return place
    }

    /// Whether a location source may still deliver the first fix.
    public var isBeingLocated: Bool {
        isAutomatic && located == nil && defaults.locationSources.contains { locationFailures[$0] == nil }
    }

    /// The current place and then the favourites in order, without duplicates.
    public var places: [Place] {
        guard let place else { return settings.favourites }
        return [place] + settings.favourites.filter { $0.coordinate.rounded != place.coordinate.rounded }
    }

    /// The default place of requests: the current one, or the one selected with `next` and `previous`.
    public var shownPlace: Place? {
        guard let shown else { return place }
        return places.first { $0.coordinate.rounded == shown } ?? place
    }

    /// Whether `next` and `previous` have selected another place than the current one.
    public var isElsewhere: Bool { shown != nil && shownPlace != place }

    mutating func step(_ steps: Int) {
        let round = places.map(\.coordinate.rounded)
        guard !round.isEmpty else { return }
        let index = shownPlace.flatMap { round.firstIndex(of: $0.coordinate.rounded) }
        // Without a current place, the first step selects the first favourite.
        let next = index.map { $0 + steps } ?? (steps > 0 ? steps - 1 : steps)
        let wrapped = ((next % round.count) + round.count) % round.count
        shown = wrapped == 0 && place != nil ? nil : round[wrapped]
    }

    /// The gazetteer's locality for a place that is neither the current one nor a favourite, by rounded coordinate; nil
    /// when it was not looked up or not found.
    public func locality(of key: Coordinate) -> Locality? {
        weather[key]?.reverseGeocoding?.locality ?? evictedNames.first { $0.key == key }?.locality
    }

    mutating func name(_ key: Coordinate, _ locality: Locality?) {
        evictedNames.removeAll { $0.key == key }
        guard weather[key] == nil else {
            weather[key]?.reverseGeocoding = PlaceWeather.ReverseGeocoding(locality)
            return
        }
        guard let locality else { return }
        if evictedNames.count >= Self.placesLimit { evictedNames.removeFirst() }
        evictedNames.append((key, locality))
    }

    /// The tzdata name of a place's time zone, from the gazetteer; nil when it was not looked up.
    ///
    /// - Parameter coordinate: exact, or rounded as sent to services.
    public func timeZone(of coordinate: Coordinate) -> String? { locality(at: coordinate)?.timeZone }

    /// The country of a place (ISO 3166-1 alpha-2), as the user chose it or the gazetteer found it; nil when it was not looked up,
    /// and at sea.
    ///
    /// - Parameter coordinate: exact, or rounded as sent to services.
    public func country(of coordinate: Coordinate) -> String? {
        guard let locality = locality(at: coordinate) else { return nil }
        return locality.offset.map { $0.distance > Self.coast } ?? false ? nil : locality.countryCode
    }

    /// A position farther from a settlement than this may be at sea, metres.
    private static let coast = 50_000.0

    private func locality(at coordinate: Coordinate) -> Locality? {
        func locality(where isMeant: (Coordinate) -> Bool) -> Locality? {
            // The nearest of several: a dictionary has no order.
            places.first { isMeant($0.coordinate) }?.locality
                ?? weather.filter { isMeant($0.key) }.min { $0.key.precedes($1.key, near: coordinate) }?.value
                .reverseGeocoding?.locality
        }
        let key = coordinate.rounded
        return locality { $0.rounded == key } ?? locality { $0.coarse == key }
    }

    /// Metres above sea level, for the machine's location and the configured one only; nil when unknown.
    ///
    /// - Parameter coordinate: exact, or rounded as sent to services.
    public func altitude(of coordinate: Coordinate) -> Double? {
        let known = [(defaults.location, defaults.elevation), (located?.place, located?.fix.altitude)]
        for case (let place?, let altitude?) in known {
            let position = place.coordinate
            if position.rounded == coordinate.rounded || position.coarse == coordinate { return altitude }
        }
        return nil
    }

    public var units: Units { settings.units.applied(to: defaults.units) }
}

extension Snapshot {
    /// The maximum number of places besides the current one and the favourites. Each takes about 20 KB, and a request
    /// whenever a client uses it.
    public static let placesLimit = 32

    /// See `Store.admit(_:at:)`.
    mutating func admit(_ key: Coordinate, at now: UnixTime) -> Bool {
        admit(key, keeping: Set(places.map(\.coordinate.rounded)), at: now)
    }

    /// - Parameter kept: the current place and the favourites, which are not evicted.
    private mutating func admit(_ key: Coordinate, keeping kept: Set<Coordinate>, at now: UnixTime) -> Bool {
        if weather[key] != nil {
            weather[key]?.requestedAt = now
            return true
        }
        let others = weather.filter { !kept.contains($0.key) }
        if others.count >= Self.placesLimit {
            let byAge = others.sorted(by: Self.isOlder)
            let idle = byAge.first { !$0.value.wasUsed(within: RefreshFloor.seconds, of: now) }
            // The current place and favourites are always admitted, even by evicting a recently refreshed place.
            guard let leaving = idle ?? (kept.contains(key) ? byAge.first : nil) else { return false }
            weather[leaving.key] = nil
        }
        weather[key] = PlaceWeather(requestedAt: now)
        return true
    }

    /// Orders by the last request; within the same second, by position.
    private static func isOlder(
        _ left: (key: Coordinate, value: PlaceWeather), _ right: (key: Coordinate, value: PlaceWeather)
    ) -> Bool {
        let times = (left.value.requestedAt, right.value.requestedAt)
        return times.0 == times.1 ? left.key.precedes(right.key, near: nil) : times.0 < times.1
    }

    /// Admits the current place and the favourites, and evicts former ones that exceed the limit.
    mutating func admitPlaces(at now: UnixTime) {
        let kept = Set(places.map(\.coordinate.rounded))
        let others = weather.filter { !kept.contains($0.key) }.sorted { Self.isOlder($1, $0) }
        for (key, _) in others.dropFirst(Self.placesLimit) { weather[key] = nil }
        for key in places.map(\.coordinate.rounded) where weather[key] == nil { _ = admit(key, keeping: kept, at: now) }
    }
}

extension Snapshot {
    /// The forecast of a place with the measurements there; nil without a forecast.
    ///
    /// - Parameter key: rounded.
    public func report(of key: Coordinate, at now: UnixTime) -> Report? {
        weather[key]?.report.map { $0.measured(by: measurements(of: key), at: now) }
    }

    /// The last measurement of the user's own station, or else the nearest one, for comparison with a place's forecasts.
    ///
    /// - Parameter key: rounded.
    public func stationReading(at key: Coordinate, now: UnixTime) -> StationReading? {
        let measured = measurements(of: key)
        return [measured.own, measured.stations?.observation].compactMap {
            $0?.corrected(forElevation: measured.elevation)
        }.first { $0.problem(at: now) == nil }.map(StationReading.init)
    }

    /// The last reading of the user's own station for the current place; nil without a station or a place.
    public var ownStationHere: OwnStationReading? {
        place.flatMap { ownStation(at: $0.coordinate) }
    }

    /// Whether the user's own station may report measurements for a place: it is at the place, or configured for it while its
    /// position cannot be read.
    public func hasOwnStation(at place: Coordinate) -> Bool {
        switch ownStation(at: place) {
        case .read(let observation, _, _)?:
            // An outdated reading may be followed by a current one.
            if case .tooFar = observation.problem(at: observation.time) { false } else { true }
        case .failed(.noPosition)?, nil: false
        case .failed?: isConfigured(place)
        }
    }

    private func ownStation(at place: Coordinate) -> OwnStationReading? {
        ownStation?.applied(to: place, isConfigured: isConfigured(place))
    }

    private func isConfigured(_ place: Coordinate) -> Bool {
        defaults.location?.coordinate.rounded == place.rounded
    }

    /// Stations are used only for the current place.
    private func measurements(of key: Coordinate) -> Measurements {
        let isCurrent = place?.coordinate.rounded == key
        return Measurements(
            source: isCurrent ? defaults.presentSource : .model, stations: weather[key]?.observations.content,
            own: isCurrent ? ownStationHere?.observation : nil, radar: weather[key]?.radar.content,
            elevation: altitude(of: key) ?? weather[key]?.report?.elevation)
    }
}

extension Store {
    /// Stores the last reading of the user's own station.
    @Sendable public func setOwnStation(_ reading: OwnStationReading?) {
        guard snapshot.ownStation != reading else { return }
        update(.ownStation) { $0.ownStation = reading }
    }
}

/// The machine's location and its source.
public struct Located: Sendable, Hashable, Codable {
    public var place: Place
    public var fix: LocationFix

    public init(place: Place, fix: LocationFix) {
        self.place = place
        self.fix = fix
    }
}

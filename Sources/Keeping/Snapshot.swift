public import Weather

/// Everything that a query is answered from, as it was at one moment.
public struct Snapshot: Sendable {
    public var defaults: Defaults
    public var settings: Settings
    /// Where the machine was found; nil when it is not looked for, and until it is found.
    public var located: Located?
    /// Where each source found the machine the last time, in this run or one before.
    public var fixes: [LocationSource: Fix] = [:]
    /// Why sources of the location have none to give.
    public var locationFailures: [LocationSource: LocationFailure] = [:]
    /// The rounded coordinate of the place that is shown; nil for the current one. It is not kept across restarts.
    public var shown: Coordinate?
    /// Whether `short` is written after its other template. It is not kept across restarts.
    public var isAlternate = false
    /// The weather of every place that is looked after, by its rounded coordinate.
    public var weather: [Coordinate: PlaceWeather] = [:]
    /// The localities of places for which `weather` has no room: their sun and moon are computed all the same. The latest is
    /// the last; at most `placesLimit`.
    private var unkeptNames: [(key: Coordinate, locality: Locality)] = []
    public var requests = RequestTally()
    /// Whether there is a way to who gives the forecasts, as far as the kernel knows.
    public var hasNetwork = true
    /// Why the settings on disk cannot be read; nil when they could be. They are not to be overwritten meanwhile.
    public var settingsProblem: KeepingError?
    /// What was chosen and is lost, until something is chosen anew; nil when nothing is.
    public var setAsideSettings: SetAsideSettings?

    public init(defaults: Defaults = Defaults(), settings: Settings = Settings()) {
        self.defaults = defaults
        self.settings = settings
    }

    /// Whether the current place is wherever the machine is.
    public var isAutomatic: Bool {
        guard !defaults.locationSources.isEmpty else { return false }
        return switch settings.location {
        case .automatic: true
        case .place: false
        case nil: defaults.location == nil
        }
    }

    /// The current place; nil when nobody named one and none was found.
    public var place: Place? {
        var place = isAutomatic ? located?.place : defaults.location
        if case .place(let chosen) = settings.location { place = chosen }
        guard let here = place, here.name == nil else { return place }
        // What the user calls a favourite, it is called as the current place too.
        place?.name = settings.favourites.first { $0.coordinate.rounded == here.coordinate.rounded }?.name
        return place
    }

    /// Whether a source of the location may still have one to give, and none has.
    public var isBeingLocated: Bool {
        isAutomatic && located == nil && defaults.locationSources.contains { locationFailures[$0] == nil }
    }

    /// The current place, and then the favourites in their order, those left out that are the current place.
    public var places: [Place] {
        guard let place else { return settings.favourites }
        return [place] + settings.favourites.filter { $0.coordinate.rounded != place.coordinate.rounded }
    }

    /// The place that requests are about which name none: the current one, or where `next` and `previous` have led.
    public var shownPlace: Place? {
        guard let shown else { return place }
        return places.first { $0.coordinate.rounded == shown } ?? place
    }

    /// Whether `next` and `previous` have led to another place than the current one.
    public var isElsewhere: Bool { shown != nil && shownPlace != place }

    mutating func step(_ steps: Int) {
        let round = places.map(\.coordinate.rounded)
        guard !round.isEmpty else { return }
        let index = shownPlace.flatMap { round.firstIndex(of: $0.coordinate.rounded) }
        // Without a current place nothing is shown yet, and the first step leads to the first favourite.
        let next = index.map { $0 + steps } ?? (steps > 0 ? steps - 1 : steps)
        let wrapped = ((next % round.count) + round.count) % round.count
        shown = wrapped == 0 && place != nil ? nil : round[wrapped]
    }

    /// The gazetteer's locality for a place that is neither the current one nor a favourite, by its rounded coordinate; nil
    /// when it was not looked up or not found.
    public func locality(of key: Coordinate) -> Locality? {
        weather[key]?.naming?.locality ?? unkeptNames.first { $0.key == key }?.locality
    }

    mutating func name(_ key: Coordinate, _ locality: Locality?) {
        unkeptNames.removeAll { $0.key == key }
        guard weather[key] == nil else {
            weather[key]?.naming = PlaceWeather.Naming(locality)
            return
        }
        guard let locality else { return }
        if unkeptNames.count >= Self.placesLimit { unkeptNames.removeFirst() }
        unkeptNames.append((key, locality))
    }

    /// The time zone of a place by the gazetteer, as tzdata names it; nil when it has not been asked.
    ///
    /// - Parameter coordinate: the place's own, or what services are sent for it, which is coarser.
    public func timeZone(of coordinate: Coordinate) -> String? {
        func locality(where isMeant: (Coordinate) -> Bool) -> Locality? {
            places.first { isMeant($0.coordinate) }?.locality
                ?? weather.first { isMeant($0.key) }?.value.naming?.locality
        }
        let key = coordinate.rounded
        return (locality { $0.rounded == key } ?? locality { $0.coarse == key })?.timeZone
    }

    /// Metres above sea level of the place that the machine was found at; nil of other places, and where its source does not
    /// say.
    ///
    /// - Parameter coordinate: the place's own, or what services are sent for it, which is coarser.
    public func altitude(of coordinate: Coordinate) -> Double? {
        guard let located else { return nil }
        let position = located.place.coordinate
        return position.rounded == coordinate.rounded || position.coarse == coordinate ? located.fix.altitude : nil
    }

    public var units: Units { settings.units.applied(to: defaults.units) }
}

extension Snapshot {
    /// How many places are looked after besides the current one and the favourites. Each costs some 20 KB, and one
    /// request whenever somebody asks for it.
    public static let placesLimit = 32

    /// As `Store.admit(_:at:)` says.
    mutating func admit(_ key: Coordinate, at now: UnixTime) -> Bool {
        if weather[key] != nil {
            weather[key]?.askedAt = now
            return true
        }
        let kept = Set(places.map(\.coordinate.rounded))
        let others = weather.filter { !kept.contains($0.key) }
        if others.count >= Self.placesLimit {
            let byAge = others.sorted { $0.value.askedAt < $1.value.askedAt }
            let idle = byAge.first { !$0.value.wasUsed(within: RefreshFloor.seconds, of: now) }
            // A place that is kept has to be let in; then one makes way that is still in its ten minutes.
            guard let leaving = idle ?? (kept.contains(key) ? byAge.first : nil) else { return false }
            weather[leaving.key] = nil
        }
        weather[key] = PlaceWeather(askedAt: now)
        return true
    }

    /// Takes in the current place and the favourites, which always are looked after, and lets go of what was among them
    /// as far as there is no room for it.
    mutating func admitPlaces(at now: UnixTime) {
        let kept = Set(places.map(\.coordinate.rounded))
        let others = weather.filter { !kept.contains($0.key) }.sorted { $0.value.askedAt > $1.value.askedAt }
        for (key, _) in others.dropFirst(Self.placesLimit) { weather[key] = nil }
        for place in places where weather[place.coordinate.rounded] == nil {
            _ = admit(place.coordinate.rounded, at: now)
        }
    }
}

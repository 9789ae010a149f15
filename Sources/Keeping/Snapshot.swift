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
    /// The weather of every place that is looked after, by its rounded coordinate.
    public var weather: [Coordinate: PlaceWeather] = [:]
    public var requests = RequestTally()

    public init(defaults: Defaults = Defaults(), settings: Settings = Settings()) {
        self.defaults = defaults
        self.settings = settings
    }

    /// Whether the current place is wherever the machine is.
    public var isAutomatic: Bool {
        switch settings.location {
        case .automatic: true
        case .place: false
        case nil: defaults.location == nil
        }
    }

    /// The current place; nil when nobody named one and none was found.
    public var place: Place? {
        if case .place(let place) = settings.location { return place }
        return isAutomatic ? located?.place : defaults.location
    }

    /// The current place, and then the favourites in their order, those left out that are the current place.
    public var places: [Place] {
        guard let place else { return settings.favourites }
        return [place] + settings.favourites.filter { $0.coordinate.rounded != place.coordinate.rounded }
    }

    public var units: Units { settings.units.applied(to: defaults.units) }
}

/// Where the machine was found, and by whom.
public struct Located: Sendable, Hashable {
    public var place: Place
    public var fix: Fix

    public init(place: Place, fix: Fix) {
        self.place = place
        self.fix = fix
    }
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

    /// Takes in the current place and the favourites, which always are looked after.
    mutating func admitPlaces(at now: UnixTime) {
        for place in places where weather[place.coordinate.rounded] == nil {
            _ = admit(place.coordinate.rounded, at: now)
        }
    }
}

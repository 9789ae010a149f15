public import Weather

/// Everything that a query is answered from, as it was at one moment.
public struct Snapshot: Sendable {
    public var defaults: Defaults
    public var settings: Settings
    /// The weather of every place that is looked after, by its rounded coordinate.
    public var weather: [Coordinate: PlaceWeather] = [:]
    public var requests = RequestTally()

    public init(defaults: Defaults = Defaults(), settings: Settings = Settings()) {
        self.defaults = defaults
        self.settings = settings
    }

    /// The current place; nil when neither user nor configuration named one.
    public var place: Place? { settings.location ?? defaults.location }

    public var units: Units { settings.units.applied(to: defaults.units) }
}

extension Snapshot {
    /// How many places are looked after besides the current one. Each costs some 100 KB, and one request whenever
    /// somebody asks for it.
    public static let placesLimit = 32

    /// As `Store.admit(_:at:)` says.
    mutating func admit(_ key: Coordinate, at now: UnixTime) -> Bool {
        if weather[key] != nil {
            weather[key]?.askedAt = now
            return true
        }
        let current = place?.coordinate.rounded
        let others = weather.filter { $0.key != current }
        if others.count >= Self.placesLimit {
            let byAge = others.sorted { $0.value.askedAt < $1.value.askedAt }
            let idle = byAge.first { !$0.value.wasUsed(within: RefreshFloor.seconds, of: now) }
            // The current place has to be let in; then one makes way that is still in its ten minutes.
            guard let leaving = idle ?? (key == current ? byAge.first : nil) else { return false }
            weather[leaving.key] = nil
        }
        weather[key] = PlaceWeather(askedAt: now)
        return true
    }

    mutating func admitCurrent(at now: UnixTime) {
        if let place { _ = admit(place.coordinate.rounded, at: now) }
    }
}

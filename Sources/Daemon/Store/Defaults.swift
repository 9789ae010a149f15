public import Weather

/// The settings of the configuration, or the built-in defaults, for what the user has not set.
public struct Defaults: Sendable, Hashable {
    public var units: Units
    /// nil when the configuration has no location.
    public var location: Place?
    /// Of `location` above sea level, m; nil when not set.
    public var elevation: Double?
    /// The location sources in order of preference; empty for none.
    public var locationSources: [LocationSource]
    /// The source of the current place's conditions.
    public var presentSource: PresentSource

    public init(
        units: Units = .metric, location: Place? = nil, elevation: Double? = nil,
        locationSources: [LocationSource] = [.geoClue, .timeZone],
        presentSource: PresentSource = .model
    ) {
        self.presentSource = presentSource
        self.units = units
        self.location = location
        self.elevation = elevation
        self.locationSources = locationSources
    }
}

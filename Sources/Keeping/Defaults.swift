public import Weather

/// What holds for whatever the user chose nothing for: the configuration's word, or the program's own.
public struct Defaults: Sendable, Hashable {
    public var units: Units
    /// nil when the configuration names no place.
    public var location: Place?
    /// Who is asked where the machine is, in that order; empty when nobody is.
    public var locationSources: [LocationSource]

    public init(
        units: Units = .metric, location: Place? = nil, locationSources: [LocationSource] = [.geoClue, .timeZone]
    ) {
        self.units = units
        self.location = location
        self.locationSources = locationSources
    }
}

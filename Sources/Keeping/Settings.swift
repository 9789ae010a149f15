public import Weather

/// What the user chose through weatherctl. It wins over config.toml.
public struct Settings: Sendable, Hashable, Codable {
    /// Quantities that the user left alone follow the configuration.
    public var units: UnitsChoice
    /// nil while the user has set none.
    public var location: Place?

    public init(units: UnitsChoice = UnitsChoice(), location: Place? = nil) {
        self.units = units
        self.location = location
    }
}

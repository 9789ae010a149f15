public import Weather

/// How a person wants to read the weather.
public struct Style: Sendable, Hashable {
    public var units: Units
    public var icons: Icons
    /// What `short` is written after: that of the request, or else the configured one.
    public var shortTemplate: Template

    public init(units: Units = .metric, icons: Icons = .emoji, shortTemplate: Template = .standard) {
        self.units = units
        self.icons = icons
        self.shortTemplate = shortTemplate
    }
}

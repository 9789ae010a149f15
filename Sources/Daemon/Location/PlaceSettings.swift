public import Refreshing
public import Weather

/// The settings for finding and naming places.
public struct PlaceSettings: Sendable, Hashable {
    /// The language of place names where available: `de`, `de_AT`.
    public var language: String
    /// Location sources in order of preference; empty when automatic location is disabled.
    public var sources: [LocationSource]
    /// The services for searching and locating online.
    public var services: ServiceSettings

    public init(language: String, sources: [LocationSource], services: ServiceSettings) {
        self.language = language
        self.sources = sources
        self.services = services
    }
}

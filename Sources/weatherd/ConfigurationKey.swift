/// A key of config.toml.
struct ConfigurationKey: Hashable, Sendable, CustomStringConvertible {
    /// How a value is written.
    enum Kind: Sendable {
        case text, number, list
    }

    /// `open-meteo.url`.
    let description: String
    let kind: Kind

    var components: [String] { description.split(separator: ".").map(String.init) }

    /// `WEATHERD_OPEN_METEO_URL`.
    var environmentVariable: String {
        "WEATHERD_" + description.uppercased().map { $0 == "." || $0 == "-" ? "_" : $0 }
    }

    init(_ description: String, _ kind: Kind = .text) {
        self.description = description
        self.kind = kind
    }

    static let language = Self("language")
    static let units = Self("units")
    static let unitsOfQuantities = ["temperature", "wind", "pressure", "precipitation", "distance"].map {
        Self("units.\($0)")
    }
    static let refreshInterval = Self("refresh-interval")
    static let staleAfter = Self("stale-after")
    static let providers = Self("providers", .list)
    static let icons = Self("icons")
    static let shortFormat = Self("short.format")
    static let locationSources = Self("location.sources", .list)
    static let latitude = Self("location.latitude", .number)
    static let longitude = Self("location.longitude", .number)
    static let locationName = Self("location.name")
    static let gazetteer = Self("location.gazetteer")
    static let ipLocationURL = Self("ip-location.url")
    static let openMeteoURL = Self("open-meteo.url")
    static let openMeteoGeocodingURL = Self("open-meteo.geocoding-url")
    /// Addresses of services that a later release asks. They are checked, so that a configuration stays valid.
    static let otherURLs = [
        "open-meteo.air-quality-url", "openweathermap.url", "met-norway.url", "nws.url", "pirate-weather.url",
    ].map { Self($0) }
    static let keyFiles = ["openweathermap.api-key-file", "pirate-weather.api-key-file"].map { Self($0) }

    /// Every key there is, in the order of the documentation.
    static let all =
        [language, units] + unitsOfQuantities + [refreshInterval, staleAfter, providers, icons, shortFormat]
        + [locationSources, latitude, longitude, locationName, gazetteer, ipLocationURL]
        + [openMeteoURL, openMeteoGeocodingURL] + otherURLs + keyFiles
}

import Refreshing
import Weather

/// A key of config.toml.
struct ConfigurationKey: Hashable, Sendable, CustomStringConvertible {
    /// The type of a value.
    enum Kind: Sendable {
        case text, number, list
        /// A text, or a list of them.
        case words
        /// `true` or `false`.
        case flag
        /// A word of `Reaction`, or a list.
        case reaction
    }

    /// `open-meteo.url`.
    let description: String
    let kind: Kind

    var components: [String] { description.split(separator: ".").map(String.init) }

    static let variablePrefix = "WEATHERD_"

    /// `WEATHERD_OPEN_METEO_URL`.
    var environmentVariable: String {
        // Bytes, not characters: reading all keys by characters took a tenth of the startup's instructions.
        let name = description.uppercased().utf8.map { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") ? 0x5F : $0 }
        return Self.variablePrefix + String(decoding: name, as: UTF8.self)
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
    static let clock = Self("clock")
    static let dateOrder = Self("date-order")
    static let icons = Self("icons")
    static let colors = Self("colors")
    static let theme = Self("theme")
    static let shortFormat = Self("short.format")
    static let shortAlternate = Self("short.alternate")
    static let shortAlt = Self("short.alt")
    static let shortTooltip = Self("short.tooltip")
    static let shortUnavailable = Self("short.unavailable")
    static let hot = Self("classes.hot", .number)
    static let cold = Self("classes.cold", .number)
    static let wet = Self("classes.wet", .number)
    static let windy = Self("classes.windy", .number)
    static let reactions = WeatherEvent.Kind.keys.map { Self("on.\($0.rawValue)", .reaction) }
    /// A word, or the table of the next six.
    static let alert = Self("on.alert", .reaction)
    static let alertReaction = Self("on.alert.do", .reaction)
    static let alertSeverity = Self("on.alert.at-least")
    static let alertKinds = Self("on.alert.kinds", .list)
    static let alertExceptions = Self("on.alert.except", .list)
    static let alertUnknownKinds = Self("on.alert.unknown-kinds", .flag)
    static let alertFavourites = Self("on.alert.favourites", .flag)
    static let alertFilter = [alertSeverity, alertKinds, alertExceptions, alertUnknownKinds, alertFavourites]
    static let briefTime = Self("brief.at")
    static let briefReaction = Self("brief.do", .reaction)
    static let commandDeadline = Self("on.deadline")
    static let city = Self("location")
    static let preciseLocation = Self("precise-location", .flag)
    static let locationSources = Self("location.sources", .list)
    static let latitude = Self("location.latitude", .number)
    static let longitude = Self("location.longitude", .number)
    static let locationName = Self("location.name")
    static let gazetteer = Self("location.gazetteer")
    static let certificateAuthorities = Self("network.ca-file")
    static let proxy = Self("network.proxy")
    static let proxyExceptions = Self("network.no-proxy", .list)
    static let alertsProviders = Self("alerts.providers", .list)
    static let airProviders = Self("air.providers", .list)
    static let airScale = Self("air.scale")
    static let currentSource = Self("current.source")
    static let currentStations = Self("current.stations", .list)
    static let nowcast = Self("nowcast")
    static let stationFile = Self("station.file")
    static let stationCommand = Self("station.command", .list)
    static let normals = Self("normals.source")
    static let ensemble = Self("ensemble.source")
    static let contact = Self("contact")
    static let openWeatherMapOneCall = Self("openweathermap.one-call")
    static let openMeteoModels = Self("open-meteo.models", .words)
    static let elevation = Self("location.elevation", .number)
    static let pirateWeatherBudget = Self("pirate-weather.daily-budget", .number)

    static let urls = ServiceAddress.allCases.map(url)
    static let keyFiles = ProviderName.withKey.map(keyFile)

    static func url(_ address: ServiceAddress) -> ConfigurationKey { Self(address.rawValue) }
    static func keyFile(_ name: ProviderName) -> ConfigurationKey { Self("\(name.rawValue).api-key-file") }

    /// All keys.
    static let all =
        [language, units] + unitsOfQuantities + [refreshInterval, staleAfter, providers, contact, preciseLocation]
        + [clock, dateOrder, icons, colors, theme, shortFormat, shortAlternate, shortAlt, shortTooltip]
        + [shortUnavailable]
        + [hot, cold, wet, windy]
        + reactions + [alertReaction] + alertFilter + [commandDeadline] + thresholds + [briefTime, briefReaction]
        + [city, locationSources, latitude, longitude, elevation, locationName, gazetteer]
        + [alertsProviders, airProviders, airScale, normals, ensemble]
        + [currentSource, currentStations, nowcast, stationFile, stationCommand]
        + [certificateAuthorities, proxy, proxyExceptions]
        + urls + keyFiles + [openWeatherMapOneCall, pirateWeatherBudget, openMeteoModels]
}

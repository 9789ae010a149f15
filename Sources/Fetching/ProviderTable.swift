import Jobs
import Providers
import Weather

/// The providers, as named in config.toml.
public enum ProviderName: String, CaseIterable, Sendable {
    case openMeteo = "open-meteo"
    case metNorway = "met-norway"
    case openWeatherMap = "openweathermap"
    case nws
    case pirateWeather = "pirate-weather"
    case sample
    case brightSky = "bright-sky"
    case aviationWeather = "aviation-weather"

    public static let ofForecasts: [ProviderName] = [
        .openMeteo, .metNorway, .openWeatherMap, .nws, .pirateWeather, .sample,
    ]
    /// Providers of stations: those of countries, which know more stations, then that of the world's airports.
    public static let ofStations: [ProviderName] = [.nws, .brightSky, .aviationWeather]

    /// Providers of warnings that are independent of the forecast's provider.
    public static let ofAlerts: [ProviderName] = [.nws, .metNorway]
    public static let ofAir: [ProviderName] = [.openMeteo, .openWeatherMap]
    /// Providers that need an API key, in a file that the key `NAME.api-key-file` of config.toml names.
    public static let withKey: [ProviderName] = [.openWeatherMap, .pirateWeather]
}

/// The URLs of the services, by their keys in config.toml.
public enum ServiceAddress: String, CaseIterable, Sendable {
    case openMeteo = "open-meteo.url"
    case openMeteoGeocoding = "open-meteo.geocoding-url"
    case openMeteoAir = "open-meteo.air-quality-url"
    case openWeatherMap = "openweathermap.url"
    case metNorway = "met-norway.url"
    case nws = "nws.url"
    case pirateWeather = "pirate-weather.url"
    case brightSky = "bright-sky.url"
    case aviationWeather = "aviation-weather.url"
    case ipLocation = "ip-location.url"

    public var defaultURL: String {
        switch self {
        case .openMeteo: "https://api.open-meteo.com"
        case .openMeteoGeocoding: "https://geocoding-api.open-meteo.com"
        case .openMeteoAir: "https://air-quality-api.open-meteo.com"
        case .openWeatherMap: "https://api.openweathermap.org"
        case .metNorway: "https://api.met.no"
        case .nws: "https://api.weather.gov"
        case .pirateWeather: "https://api.pirateweather.net"
        case .brightSky: "https://api.brightsky.dev"
        case .aviationWeather: "https://aviationweather.gov"
        case .ipLocation: "https://reallyfreegeoip.org/json/"
        }
    }
}

/// The OpenWeatherMap subscription of the key.
public enum OneCallVersion: String, CaseIterable, Sendable {
    case three = "3.0"
    case four = "4.0"
}

/// A provider's service for one type of report. Without its API key it is not used.
struct ProviderEntry {
    let kind: Service.Kind
    /// nil for a provider that needs no network.
    let address: ServiceAddress?
    let facts: ProviderFacts
    /// For requests that are counted apart from the provider's others; nil for none.
    var ownBudget: Budget?

    struct Budget {
        /// As in `status`.
        let id: String
        let requestsADay: Int
    }
}

// A row for each provider in each of these tables.
extension ServiceSettings {
    /// nil for a provider without reports of this type.
    func entry(of name: ProviderName, for kind: ReportKind) -> ProviderEntry? {
        switch kind {
        case .forecast: forecasts(of: name)
        case .alerts: alerts(of: name)
        case .air: air(of: name)
        case .observations: stations(of: name)
        case .radar: radar(of: name)
        }
    }

    /// nil for a provider that is not in `ProviderName.ofForecasts`.
    func forecasts(of name: ProviderName) -> ProviderEntry? {
        switch name {
        case .openMeteo: ProviderEntry(kind: .openMeteo, address: .openMeteo, facts: .openMeteo)
        case .metNorway: ProviderEntry(kind: .metNorway, address: .metNorway, facts: .metNorway)
        case .nws: ProviderEntry(kind: .nws, address: .nws, facts: .nws)
        case .openWeatherMap:
            switch oneCall {
            case .three: ProviderEntry(kind: .oneCall3, address: .openWeatherMap, facts: .oneCall3)
            case .four: ProviderEntry(kind: .oneCall4, address: .openWeatherMap, facts: .oneCall4)
            case nil: ProviderEntry(kind: .openWeatherMap, address: .openWeatherMap, facts: .openWeatherMap)
            }
        case .pirateWeather:
            ProviderEntry(
                kind: .pirateWeather, address: .pirateWeather, facts: .darkSky(baseURL: self[.pirateWeather]))
        case .sample: ProviderEntry(kind: .sample, address: nil, facts: .sample)
        case .brightSky, .aviationWeather: nil
        }
    }

    /// nil for a provider that is not in `ProviderName.ofAlerts`.
    func alerts(of name: ProviderName) -> ProviderEntry? {
        switch name {
        case .nws: ProviderEntry(kind: .nws, address: .nws, facts: .nwsAlerts)
        case .metNorway: ProviderEntry(kind: .metNorway, address: .metNorway, facts: .metAlerts)
        default: nil
        }
    }

    /// nil for a provider that is not in `ProviderName.ofAir`.
    func air(of name: ProviderName) -> ProviderEntry? {
        switch name {
        case .openMeteo: ProviderEntry(kind: .openMeteo, address: .openMeteoAir, facts: .openMeteoAir)
        case .openWeatherMap:
            ProviderEntry(kind: .openWeatherMap, address: .openWeatherMap, facts: .openWeatherMapAir)
        default: nil
        }
    }

    /// nil for a provider that is not in `ProviderName.ofStations`.
    func stations(of name: ProviderName) -> ProviderEntry? {
        switch name {
        case .nws: ProviderEntry(kind: .nws, address: .nws, facts: .nwsStations)
        case .brightSky: ProviderEntry(kind: .brightSky, address: .brightSky, facts: .brightSkyStations)
        case .aviationWeather:
            ProviderEntry(kind: .aviationWeather, address: .aviationWeather, facts: .aviationWeather)
        default: nil
        }
    }

    /// nil for a provider without radar.
    func radar(of name: ProviderName) -> ProviderEntry? {
        switch name {
        case .metNorway:
            ProviderEntry(
                kind: .metNorway, address: .metNorway, facts: .metNowcast,
                ownBudget: ProviderEntry.Budget(
                    id: "met-norway-radar", requestsADay: RequestPace.radarADay(hasStations: hasStations)))
        default: nil
        }
    }

    /// Requests a day that cost nothing, where that is less than the provider allows.
    func budget(of name: ProviderName) -> Int? {
        switch name {
        case .pirateWeather: pirateWeatherBudget
        case .openWeatherMap where oneCall != nil: ProviderFacts.oneCallsADay
        default: nil
        }
    }
}

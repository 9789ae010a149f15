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

    /// Providers of warnings that are independent of the forecast's provider.
    public static let ofAlerts: [ProviderName] = [.nws, .metNorway]
    public static let ofAir: [ProviderName] = [.openMeteo, .openWeatherMap]
    /// Providers that need an API key, in a file that the key `NAME.api-key-file` of config.toml names.
    public static let withKey = allCases.filter(\.needsKey)

    private var needsKey: Bool {
        switch self {
        case .openWeatherMap, .pirateWeather: true
        case .openMeteo, .metNorway, .nws, .sample: false
        }
    }
}

/// The URLs of the services, by their keys in config.toml.
public enum ServiceAddress: String, CaseIterable, Sendable {
    case openMeteo = "open-meteo.url"
    case openMeteoGeocoding = "open-meteo.geocoding-url"
    case openMeteoAir = "open-meteo.air-quality-url"
    case openMeteoArchive = "open-meteo.archive-url"
    case openMeteoEnsemble = "open-meteo.ensemble-url"
    case openWeatherMap = "openweathermap.url"
    case metNorway = "met-norway.url"
    case nws = "nws.url"
    case pirateWeather = "pirate-weather.url"
    case ipLocation = "ip-location.url"

    public var defaultURL: String {
        switch self {
        case .openMeteo: "https://api.open-meteo.com"
        case .openMeteoGeocoding: "https://geocoding-api.open-meteo.com"
        case .openMeteoAir: "https://air-quality-api.open-meteo.com"
        case .openMeteoArchive: "https://archive-api.open-meteo.com"
        case .openMeteoEnsemble: "https://ensemble-api.open-meteo.com"
        case .openWeatherMap: "https://api.openweathermap.org"
        case .metNorway: "https://api.met.no"
        case .nws: "https://api.weather.gov"
        case .pirateWeather: "https://api.pirateweather.net"
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
}

// A row for each provider in each of these tables.
extension ServiceSettings {
    /// nil for a provider without reports of this type.
    func entry(of name: ProviderName, for kind: ReportKind) -> ProviderEntry? {
        switch kind {
        case .forecast: forecasts(of: name)
        case .alerts: alerts(of: name)
        case .air: air(of: name)
        case .normals: normals(of: name)
        case .ensemble: ensemble(of: name)
        }
    }

    func forecasts(of name: ProviderName) -> ProviderEntry {
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
        }
    }

    /// nil for a provider that is not in `ProviderName.ofAlerts`.
    func alerts(of name: ProviderName) -> ProviderEntry? {
        switch name {
        case .nws: ProviderEntry(kind: .nws, address: .nws, facts: .nwsAlerts)
        case .metNorway: ProviderEntry(kind: .metNorway, address: .metNorway, facts: .metAlerts)
        case .openMeteo, .openWeatherMap, .pirateWeather, .sample: nil
        }
    }

    /// nil for a provider that is not in `ProviderName.ofAir`.
    func air(of name: ProviderName) -> ProviderEntry? {
        switch name {
        case .openMeteo: ProviderEntry(kind: .openMeteo, address: .openMeteoAir, facts: .openMeteoAir)
        case .openWeatherMap:
            ProviderEntry(kind: .openWeatherMap, address: .openWeatherMap, facts: .openWeatherMapAir)
        case .metNorway, .nws, .pirateWeather, .sample: nil
        }
    }

    /// nil for a provider without an archive.
    func normals(of name: ProviderName) -> ProviderEntry? {
        guard name == .openMeteo else { return nil }
        return ProviderEntry(kind: .openMeteo, address: .openMeteoArchive, facts: .openMeteoArchive)
    }

    /// nil for a provider without ensembles.
    func ensemble(of name: ProviderName) -> ProviderEntry? {
        guard name == .openMeteo else { return nil }
        return ProviderEntry(kind: .openMeteo, address: .openMeteoEnsemble, facts: .openMeteoEnsemble)
    }

    /// Requests a day that cost nothing, where that is less than the provider allows.
    func budget(of name: ProviderName) -> Int? {
        switch name {
        case .pirateWeather: pirateWeatherBudget
        case .openWeatherMap: oneCall == nil ? nil : ProviderFacts.oneCallsADay
        case .openMeteo, .metNorway, .nws, .sample: nil
        }
    }
}

import Weather
import WorkerProtocol

/// The providers, as named in config.toml.
public enum ProviderName: String, CaseIterable, Sendable {
    case openMeteo = "open-meteo"
    case metNorway = "met-norway"
    case openWeatherMap = "openweathermap"
    case nws
    case pirateWeather = "pirate-weather"
    case sample
    case brightSky = "bright-sky"
    case environmentCanada = "environment-canada"
    case meteoAlarm = "meteoalarm"
    case publicAlerts = "public-alerts"
    case aviationWeather = "aviation-weather"

    public static let ofForecasts: [ProviderName] = [
        .openMeteo, .metNorway, .openWeatherMap, .nws, .pirateWeather, .sample,
    ]
    /// Providers of warnings, which are independent of the forecast's provider: the authorities of countries, then those of
    /// several. The first that covers a place is used, so the order depends on the place.
    public static let ofAlerts: [ProviderName] = [
        .nws, .metNorway, .brightSky, .environmentCanada, .meteoAlarm, .publicAlerts,
    ]
    public static let ofAir: [ProviderName] = [.openMeteo, .openWeatherMap]
    /// Station providers: national ones first, which have more stations, then the one for airports worldwide.
    public static let ofStations: [ProviderName] = [.nws, .brightSky, .aviationWeather]
    /// Providers that need an API key, in a file that the key `NAME.api-key-file` of config.toml names.
    public static let withKey = allCases.filter(\.needsKey)

    private var needsKey: Bool {
        switch self {
        case .openWeatherMap, .pirateWeather: true
        case .openMeteo, .metNorway, .nws, .sample, .brightSky, .environmentCanada, .meteoAlarm, .publicAlerts,
            .aviationWeather:
            false
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
    case brightSky = "bright-sky.url"
    case environmentCanada = "environment-canada.url"
    case meteoAlarm = "meteoalarm.url"
    case publicAlerts = "public-alerts.url"
    case aviationWeather = "aviation-weather.url"
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
        case .brightSky: "https://api.brightsky.dev"
        case .environmentCanada: "https://api.weather.gc.ca"
        case .meteoAlarm: "https://feeds.meteoalarm.org"
        case .publicAlerts: "https://alerts.kde.org"
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
    /// The timeout of one exchange; nil for the usual one.
    var deadline: Duration?
    /// The weather models in order of preference; empty for the service's choice.
    var models: [String] = []
    /// A separate budget for these requests; nil to count them with the provider's other requests.
    var ownBudget: Budget?

    struct Budget {
        /// The name in `status`.
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
        case .normals: normals(of: name)
        case .ensemble: ensemble(of: name)
        }
    }

    /// nil for a provider that is not in `ProviderName.ofForecasts`.
    func forecasts(of name: ProviderName) -> ProviderEntry? {
        switch name {
        case .openMeteo:
            ProviderEntry(
                kind: .openMeteo, address: .openMeteo, facts: .openMeteo(models: openMeteoModels.count),
                models: openMeteoModels)
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
        case .brightSky, .environmentCanada, .meteoAlarm, .publicAlerts, .aviationWeather: nil
        }
    }

    /// nil for a provider that is not in `ProviderName.ofAlerts`.
    func alerts(of name: ProviderName) -> ProviderEntry? {
        switch name {
        case .nws: alerts(.nws, .nws, .nwsAlerts)
        case .metNorway: alerts(.metNorway, .metNorway, .metAlerts)
        case .brightSky: alerts(.brightSky, .brightSky, .brightSkyAlerts)
        case .environmentCanada: alerts(.environmentCanada, .environmentCanada, .environmentCanadaAlerts)
        // Its answers have up to ten megabytes.
        case .meteoAlarm: ProviderEntry(kind: .meteoAlarm, address: .meteoAlarm, facts: .meteoAlarm)
        case .publicAlerts: alerts(.publicAlerts, .publicAlerts, .publicAlerts)
        case .openMeteo, .openWeatherMap, .pirateWeather, .sample, .aviationWeather: nil
        }
    }

    /// A slow service of warnings is skipped: another may cover the place too.
    private func alerts(_ kind: Service.Kind, _ address: ServiceAddress, _ facts: ProviderFacts) -> ProviderEntry {
        ProviderEntry(kind: kind, address: address, facts: facts, deadline: .seconds(10))
    }

    /// nil for a provider that is not in `ProviderName.ofAir`.
    func air(of name: ProviderName) -> ProviderEntry? {
        switch name {
        case .openMeteo: ProviderEntry(kind: .openMeteo, address: .openMeteoAir, facts: .openMeteoAir)
        case .openWeatherMap:
            ProviderEntry(kind: .openWeatherMap, address: .openWeatherMap, facts: .openWeatherMapAir)
        case .metNorway, .nws, .pirateWeather, .sample, .brightSky, .environmentCanada, .meteoAlarm, .publicAlerts,
            .aviationWeather:
            nil
        }
    }

    /// nil for a provider that is not in `ProviderName.ofStations`.
    func stations(of name: ProviderName) -> ProviderEntry? {
        switch name {
        case .nws: stations(.nws, .nws, .nwsStations)
        case .brightSky: stations(.brightSky, .brightSky, .brightSkyStations)
        case .aviationWeather: stations(.aviationWeather, .aviationWeather, .aviationWeather)
        case .openMeteo, .metNorway, .openWeatherMap, .pirateWeather, .sample, .environmentCanada, .meteoAlarm,
            .publicAlerts:
            nil
        }
    }

    /// All station services share one budget.
    private func stations(_ kind: Service.Kind, _ address: ServiceAddress, _ facts: ProviderFacts) -> ProviderEntry {
        ProviderEntry(
            kind: kind, address: address, facts: facts,
            ownBudget: ProviderEntry.Budget(id: "stations", requestsADay: RequestPace.stationsADay))
    }

    /// nil for a provider without radar.
    func radar(of name: ProviderName) -> ProviderEntry? {
        switch name {
        case .metNorway:
            ProviderEntry(
                kind: .metNorway, address: .metNorway, facts: .metNowcast,
                ownBudget: ProviderEntry.Budget(
                    id: "met-norway-radar", requestsADay: RequestPace.radarADay(hasStations: hasStations)))
        case .openMeteo, .nws, .openWeatherMap, .pirateWeather, .sample, .brightSky, .environmentCanada, .meteoAlarm,
            .publicAlerts, .aviationWeather:
            nil
        }
    }

    /// nil for a provider without an archive.
    func normals(of name: ProviderName) -> ProviderEntry? {
        switch name {
        case .openMeteo: ProviderEntry(kind: .openMeteo, address: .openMeteoArchive, facts: .openMeteoArchive)
        case .metNorway, .nws, .openWeatherMap, .pirateWeather, .sample, .brightSky, .environmentCanada, .meteoAlarm,
            .publicAlerts, .aviationWeather:
            nil
        }
    }

    /// nil for a provider without ensembles.
    func ensemble(of name: ProviderName) -> ProviderEntry? {
        switch name {
        case .openMeteo: ProviderEntry(kind: .openMeteo, address: .openMeteoEnsemble, facts: .openMeteoEnsemble)
        case .metNorway, .nws, .openWeatherMap, .pirateWeather, .sample, .brightSky, .environmentCanada, .meteoAlarm,
            .publicAlerts, .aviationWeather:
            nil
        }
    }

    /// Requests a day that cost nothing, where that is less than the provider allows.
    func budget(of name: ProviderName) -> Int? {
        switch name {
        case .pirateWeather: pirateWeatherBudget
        case .openWeatherMap: oneCall == nil ? nil : ProviderFacts.oneCallsADay
        case .openMeteo, .metNorway, .nws, .sample, .brightSky, .environmentCanada, .meteoAlarm, .publicAlerts,
            .aviationWeather:
            nil
        }
    }
}

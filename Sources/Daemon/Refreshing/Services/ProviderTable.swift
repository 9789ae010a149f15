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
    /// Providers of warnings, independent of the forecast's provider: national authorities, then services for several
    /// countries. The first that covers a place is used.
    public static let ofAlerts: [ProviderName] = [
        .nws, .metNorway, .brightSky, .environmentCanada, .meteoAlarm, .publicAlerts,
    ]
    public static let ofAir: [ProviderName] = [.openMeteo, .openWeatherMap]
    /// Station providers: national ones first, which have more stations, then the one for airports worldwide.
    public static let ofStations: [ProviderName] = [.nws, .brightSky, .aviationWeather]
    /// Providers that need an API key, read from the file in `NAME.api-key-file` of config.toml.
    public static let withKey: [ProviderName] = [.openWeatherMap, .pirateWeather]
}

/// The URLs of the services, by their keys in config.toml.
public enum ServiceAddress: String, CaseIterable, Sendable {
    case openMeteo = "open-meteo.url"
    case openMeteoGeocoding = "open-meteo.geocoding-url"
    case openMeteoAir = "open-meteo.air-quality-url"
    case openMeteoArchive = "open-meteo.archive-url"
    case openMeteoEnsemble = "open-meteo.ensemble-url"
    case openMeteoMarine = "open-meteo.marine-url"
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
        case .openMeteoMarine: "https://marine-api.open-meteo.com"
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

/// The OpenWeatherMap subscription that the key belongs to.
public enum OneCallVersion: String, CaseIterable, Sendable {
    case three = "3.0"
    case four = "4.0"
}

/// A provider's service for one kind of report. Without its API key it is not used.
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

        /// All station services share one budget.
        static let stations = Budget(id: "stations", requestsADay: RequestPace.stationsADay)
    }

    init(_ kind: Service.Kind, at address: ServiceAddress?, _ facts: ProviderFacts) {
        (self.kind, self.address, self.facts) = (kind, address, facts)
    }

    func with(models: [String]) -> ProviderEntry { changed { $0.models = models } }

    /// With a shorter timeout, for a warning service that another one may replace.
    func skippedWhenSlow() -> ProviderEntry { changed { $0.deadline = .seconds(10) } }

    func within(_ budget: Budget) -> ProviderEntry { changed { $0.ownBudget = budget } }

    private func changed(_ change: (inout ProviderEntry) -> Void) -> ProviderEntry {
        var entry = self
        change(&entry)
        return entry
    }
}

extension ServiceSettings {
    /// nil for a provider without reports of this kind.
    func entry(of name: ProviderName, for kind: ReportKind) -> ProviderEntry? { entries(of: name)[kind] }

    /// What each provider offers.
    private func entries(of name: ProviderName) -> [ReportKind: ProviderEntry] {
        switch name {
        case .openMeteo:
            [
                .forecast: ProviderEntry(.openMeteo, at: .openMeteo, .openMeteo(models: openMeteoModels.count))
                    .with(models: openMeteoModels),
                .air: ProviderEntry(.openMeteo, at: .openMeteoAir, .openMeteoAir),
                .normals: ProviderEntry(.openMeteo, at: .openMeteoArchive, .openMeteoArchive),
                .ensemble: ProviderEntry(.openMeteo, at: .openMeteoEnsemble, .openMeteoEnsemble),
                .marine: ProviderEntry(.openMeteo, at: .openMeteoMarine, .openMeteoMarine),
            ]
        case .metNorway:
            [
                .forecast: ProviderEntry(.metNorway, at: .metNorway, .metNorway),
                .alerts: ProviderEntry(.metNorway, at: .metNorway, .metAlerts).skippedWhenSlow(),
                .radar: ProviderEntry(.metNorway, at: .metNorway, .metNowcast).within(
                    ProviderEntry.Budget(
                        id: "met-norway-radar", requestsADay: RequestPace.radarADay(hasStations: hasStations))),
                .marine: ProviderEntry(.metNorway, at: .metNorway, .metOcean),
            ]
        case .nws:
            [
                .forecast: ProviderEntry(.nws, at: .nws, .nws),
                .alerts: ProviderEntry(.nws, at: .nws, .nwsAlerts).skippedWhenSlow(),
                .observations: ProviderEntry(.nws, at: .nws, .nwsStations).within(.stations),
            ]
        case .openWeatherMap:
            [
                .forecast: openWeatherMap,
                .air: ProviderEntry(.openWeatherMap, at: .openWeatherMap, .openWeatherMapAir),
            ]
        case .pirateWeather:
            [
                .forecast: ProviderEntry(
                    .pirateWeather, at: .pirateWeather, .darkSky(baseURL: self[.pirateWeather]))
            ]
        case .sample:
            [
                .forecast: ProviderEntry(.sample, at: nil, .sample), .marine: ProviderEntry(.sample, at: nil, .sample),
            ]
        case .brightSky:
            [
                .alerts: ProviderEntry(.brightSky, at: .brightSky, .brightSkyAlerts).skippedWhenSlow(),
                .observations: ProviderEntry(.brightSky, at: .brightSky, .brightSkyStations).within(.stations),
            ]
        case .environmentCanada:
            [
                .alerts: ProviderEntry(.environmentCanada, at: .environmentCanada, .environmentCanadaAlerts)
                    .skippedWhenSlow()
            ]
        // Its answers can be ten megabytes long.
        case .meteoAlarm: [.alerts: ProviderEntry(.meteoAlarm, at: .meteoAlarm, .meteoAlarm)]
        case .publicAlerts:
            [.alerts: ProviderEntry(.publicAlerts, at: .publicAlerts, .publicAlerts).skippedWhenSlow()]
        case .aviationWeather:
            [
                .observations: ProviderEntry(.aviationWeather, at: .aviationWeather, .aviationWeather)
                    .within(.stations)
            ]
        }
    }

    private var openWeatherMap: ProviderEntry {
        switch oneCall {
        case .three: ProviderEntry(.oneCall3, at: .openWeatherMap, .oneCall3)
        case .four: ProviderEntry(.oneCall4, at: .openWeatherMap, .oneCall4)
        case nil: ProviderEntry(.openWeatherMap, at: .openWeatherMap, .openWeatherMap)
        }
    }

    /// The number of free requests per day, if the provider allows more; nil otherwise.
    func budget(of name: ProviderName) -> Int? {
        switch name {
        case .pirateWeather: pirateWeatherBudget
        case .openWeatherMap: oneCall == nil ? nil : ProviderFacts.oneCallsADay
        default: nil
        }
    }
}

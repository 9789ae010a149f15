import ClientProtocol
import Formats
import Store
public import Weather
public import WorkerProtocol

/// The settings of the services: which are used, how to reach them, and what they receive.
public struct ServiceSettings: Sendable, Hashable {
    /// Providers in order of preference; never empty.
    public var providers = [ProviderName.openMeteo]
    /// Whether the providers are ordered by their measured error (`"best"`); `providers` applies until the error is known.
    public var ordersByAccuracy = false
    /// Warning services in order of preference; empty when disabled.
    public var alertsProviders = ProviderName.ofAlerts
    /// The air quality service; empty when disabled.
    public var airProviders = [ProviderName.openMeteo]
    /// The source of the current conditions.
    public var presentSource = PresentSource.model
    /// The station services in order of preference.
    public var stationProviders = ProviderName.ofStations
    /// Whether the nowcast comes from radar where available.
    public var usesRadar = false
    /// The user's language, in which texts are requested if the service has several: `de`, `pt_BR`.
    public var locale = "en"
    /// The source of the normal temperatures.
    public var normals = SupplementSource.auto
    /// The source of the ensemble spread.
    public var ensemble = SupplementSource.auto
    /// Contact details for the `User-Agent` header; nil for none.
    public var contact: String?
    /// Whether services receive coordinates with four decimals instead of two.
    public var isLocationPrecise = false
    /// Network access for all services.
    public var network = NetworkSettings()
    /// When to fetch less.
    public var saving = SavingSettings()
    /// API keys of the providers that need one.
    public var keys: [ProviderName: APIKey] = [:]
    /// Configured providers that are not used because their key is missing.
    public var leftOut: [LeftOutProvider] = []
    /// nil for the calls that are free with any key.
    public var oneCall: OneCallVersion?
    /// Whether warnings of favourites are also kept fresh without a request.
    public var fetchesWarningsOfFavourites = false
    /// Whether the current place's air quality is kept fresh without a request.
    public var keepsAirFresh = false
    /// Weather models of Open-Meteo in order of preference; empty for the service's choice.
    public var openMeteoModels: [String] = []
    /// The most models, and the most characters of a name.
    public static let mostModels = Service.mostModels
    public static let longestModel = Service.longestModel
    /// Requests per day.
    public var pirateWeatherBudget = 1000
    /// The URLs that differ from the defaults.
    private var urls: [ServiceAddress: String] = [:]

    public init() {}

    /// Whether the weather is sample data, which needs no network.
    public var isSample: Bool { providers == [.sample] }

    /// The User-Agent: the program, the project's URL, and the user's `contact` if set.
    public var userAgent: String {
        let comments = ["+\(Release.address)"] + [contact.map { "contact: \($0)" }].compactMap(\.self)
        return "weatherd/\(Release.version) (\(comments.joined(separator: "; ")))"
    }

    /// The URL of the first provider; nil when there is none.
    public var firstServiceURL: String? { providers.first.flatMap(url) }

    /// The URL of a service.
    public subscript(address: ServiceAddress) -> String {
        get { urls[address] ?? address.defaultURL }
        set { urls[address] = newValue == address.defaultURL ? nil : newValue }
    }

    public func hasKey(for name: ProviderName) -> Bool {
        keys[name] != nil || !ProviderName.withKey.contains(name)
    }

    /// The URL of a provider's forecasts; nil for a provider that needs no network.
    public func url(of provider: ProviderName) -> String? {
        entry(of: provider, for: .forecast)?.address.map { self[$0] }
    }

    /// The providers of one kind of report, in order of preference; empty when it is off. Sample weather needs no
    /// network.
    public func providers(of kind: ReportKind) -> [ProviderName] {
        guard isSample else { return kind.refreshed.providers(in: self) }
        return entry(of: .sample, for: kind) == nil ? [] : providers
    }

    /// Whether stations are requested: for the current conditions, or to compare forecasts with.
    public var hasStations: Bool {
        (presentSource != .model || ordersByAccuracy) && !stationProviders.isEmpty && !isSample
    }

    /// Whether Open-Meteo is used. With `auto`, no additional service receives the place: Open-Meteo is not used if
    /// forecasts come from elsewhere, or from the user's own server.
    func isOn(_ source: SupplementSource, at address: ServiceAddress) -> Bool {
        switch source {
        case .off: false
        case .openMeteo: true
        case .auto: providers.contains(.openMeteo) && (urls[.openMeteo] == nil || urls[address] != nil)
        }
    }

    /// The URLs that are queried for one kind of report.
    public func urls(of kind: ReportKind) -> [String] {
        providers(of: kind).compactMap { entry(of: $0, for: kind)?.address.map { self[$0] } }
    }

    /// A fingerprint of the settings that a provider's answer depends on, to notice a change across restarts. With 32 bits, it
    /// reveals no key.
    ///
    /// - Parameter provider: its `id`.
    func fingerprint(of provider: String, for kind: ReportKind) -> String {
        let name = ProviderName(rawValue: provider)
        let entry = name.flatMap { self.entry(of: $0, for: kind) }
        return Self.fingerprint(of: [
            provider, entry?.address.map { self[$0] }, name.flatMap { keys[$0]?.text }, entry?.kind.rawValue,
            entry?.models.joined(separator: ","), contact,
        ])
    }

    /// A fingerprint of settings; nil elements are settings that are not set.
    public static func fingerprint(of settings: [String?]) -> String {
        var checksum = Checksum()
        for setting in settings { checksum.add(setting ?? "") }
        return String(checksum.text.suffix(8))
    }

    /// The position that is sent to services in place of this one.
    public func sentPosition(of coordinate: Coordinate) -> Coordinate {
        isLocationPrecise ? coordinate.rounded : coordinate.coarse
    }
}

/// A provider that is configured, but cannot be used.
public struct LeftOutProvider: Sendable, Hashable {
    public let name: ProviderName
    /// The reason: a sentence that contains the key of config.toml.
    public let reason: String

    public init(name: ProviderName, reason: String) {
        (self.name, self.reason) = (name, reason)
    }
}

/// The source of data in addition to the forecast. The raw values are the words in config.toml.
public enum SupplementSource: String, Sendable, Hashable, CaseIterable {
    /// Open-Meteo, if it is one of the forecast providers.
    case auto
    case openMeteo = "open-meteo"
    case off
}

extension ServiceSettings {
    /// Why a worker would reject its jobs with these settings; nil if it would accept them.
    ///
    /// - Parameter gazetteer: the configured gazetteer; nil for the installed one.
    public func problem(gazetteer: String?) -> String? {
        do throws(Malformed) {
            _ = try Setup(packed: Setup(gazetteer: GazetteerFiles(named: gazetteer, installed: "/"), daemon: 1).packed)
            for service in services { _ = try Service(packed: service.packed) }
            let bytes = example.packed
            guard bytes.count <= Frame.longestJob else { throw Malformed("more than \(Frame.longestJob) bytes") }
            _ = try Job(packed: bytes)
            return nil
        } catch {
            return error.reason
        }
    }

    /// Every service that a job may name.
    private var services: Set<Service> {
        Set(
            ReportKind.allCases.flatMap { kind in
                ProviderName.allCases.compactMap { name in entry(of: name, for: kind).map { service(of: name, $0) } }
            })
    }

    /// A job with the values common to all jobs.
    private var example: Job {
        let access = NetworkAccess(
            userAgent: userAgent, settings: network, deadline: .seconds(1), now: UnixTime(0))
        let geocoding = Service(.openMeteo, baseURL: self[.openMeteoGeocoding])
        return .geocode(geocoding, query: "", language: locale, access)
    }

    func service(of name: ProviderName, _ entry: ProviderEntry) -> Service {
        Service(
            entry.kind, baseURL: entry.address.map { self[$0] } ?? "", key: keys[name], models: entry.models)
    }
}

/// The positions sent to services in place of the user's: rounded, unless `precise-location` is set, and deduplicated.
///
/// Everything that is shown or computed keeps the user's own position.
struct SentPositions {
    /// The positions that services receive.
    let positions: [Coordinate]
    private let coordinates: [Coordinate]
    private let settings: ServiceSettings

    init(of coordinates: [Coordinate], in settings: ServiceSettings) {
        self.coordinates = coordinates
        self.settings = settings
        var known: Set<Coordinate> = []
        positions = coordinates.map(settings.sentPosition).filter { known.insert($0).inserted }
    }

    /// Reports of the user's places, keyed by the positions that are sent for them.
    func previous<Content: ProviderReport>(_ reports: [Content]) -> [Coordinate: Content] {
        var previous: [Coordinate: Content] = [:]
        for var report in reports {
            report.coordinate = settings.sentPosition(of: report.coordinate)
            previous[report.coordinate] = previous[report.coordinate] ?? report
        }
        return previous
    }

    /// Maps the results for `positions` to the user's places, in the order of the places.
    func returned<Content: ProviderReport>(
        _ results: [Result<Content, FetchFailure>]
    ) -> [Result<Content, FetchFailure>] {
        let byPosition = Dictionary(zip(positions, results)) { first, _ in first }
        return coordinates.compactMap { coordinate in
            byPosition[settings.sentPosition(of: coordinate)]?.map { report in
                var report = report
                report.coordinate = coordinate
                return report
            }
        }
    }
}

extension ServiceSettings {
    /// The positions that are sent regularly for one kind of report: the current place and, for kinds that cover them, the
    /// favourites. If there are none, the places that clients request.
    func positions(of kind: ReportKind, in snapshot: Snapshot) -> Set<Coordinate> {
        let hasFavourites = kind == .forecast || kind == .alerts && fetchesWarningsOfFavourites
        let places = hasFavourites ? snapshot.places : [snapshot.place].compactMap(\.self)
        let coordinates = places.isEmpty ? Array(snapshot.weather.keys) : places.map(\.coordinate)
        return Set(coordinates.map(sentPosition))
    }
}

public import ClientProtocol
import Languages
public import Weather

/// The daemon's status. Unknown values are nil.
public struct DaemonStatus: Sendable, Hashable {
    /// How the current place was chosen. The raw values are displayed text.
    public enum LocationSource: String, Sendable, Hashable, CaseIterable {
        case weatherctl = "set by weatherctl"
        case configuration = "config.toml"
        case favourite
        case geoClue = "geoclue"
        case timeZone = "timezone (approximate)"
        case ip
        /// The request named the place itself.
        case request
        case none

        /// The location source that determined the place.
        public init(_ source: Weather.LocationSource) {
            self =
                switch source {
                case .geoClue: .geoClue
                case .timeZone: .timeZone
                case .ip: .ip
                }
        }
    }

    /// The number of requests to one provider.
    public struct Requests: Sendable, Hashable {
        /// The provider's id, as in config.toml.
        public var provider: String
        public var count: Int

        public init(provider: String, count: Int) {
            self.provider = provider
            self.count = count
        }
    }

    /// A place for which the services have refused a type of report, or sent an unusable one.
    public struct RefusedPlace: Sendable, Hashable {
        public var place: Place
        public var kind: ReportKind
        public var failure: FetchFailure

        public init(place: Place, kind: ReportKind, failure: FetchFailure) {
            (self.place, self.kind, self.failure) = (place, kind, failure)
        }
    }

    /// A configured provider that cannot be used.
    public struct LeftOutProvider: Sendable, Hashable {
        /// The provider's id, as in config.toml.
        public var provider: String
        /// The reason, as a sentence.
        public var reason: String

        public init(provider: String, reason: String) {
            self.provider = provider
            self.reason = reason
        }
    }

    /// Data missing from a report.
    public struct Gap: Sendable, Hashable {
        public var kind: ReportKind
        public var missing: ReportGap

        public init(_ kind: ReportKind, _ missing: ReportGap) {
            (self.kind, self.missing) = (kind, missing)
        }
    }

    public var place: Place?
    public var locationSource: LocationSource
    /// The configured place, if another one is in use; otherwise nil.
    public var configuredPlace: Place?
    /// When the location was determined; nil for a place chosen by the user.
    public var locatedAt: UnixTime?
    /// The failures of location sources; empty when the location is not automatic.
    public var locationFailures: [Weather.LocationSource: LocationFailure]
    public var favourites: Int
    public var provider: Provider?
    public var freshness: Freshness
    /// The time of the current conditions.
    public var observedAt: UnixTime?
    public var fetchedAt: UnixTime?
    /// When the provider computed the forecast.
    public var issuedAt: UnixTime?
    /// The time since the report was fetched, seconds.
    public var age: Int?
    public var nextRefresh: UnixTime?
    /// What is fetched less often at present, and why.
    public var saving = SavingMode.none
    /// Whether the kernel has a route to the forecast provider.
    public var network: Bool
    /// Whether the last request failed to reach the network, or there is no route.
    public var offline: Bool
    public var lastFailure: FetchFailure?
    /// Requests to all providers since midnight.
    public var requestsToday: Int
    /// Requests by provider, without providers that had none.
    public var requestsByProvider: [Requests]
    /// The providers that are backing off.
    public var backingOff: [BackingOffProvider]
    /// The current place and favourites whose last request failed because of the place.
    public var refused: [RefusedPlace] = []
    /// The configured providers that cannot be used.
    public var leftOut: [LeftOutProvider] = []
    /// The data missing from the place's reports.
    public var missing: [Gap] = []
    /// The provider of the last report on warnings; nil for none.
    public var warningsProvider: Provider?
    /// The countries of the warnings, for a place near a border; empty elsewhere.
    public var warningsParts: [AlertPart] = []
    /// Warnings of the last answer that are not shown, though they may apply.
    public var omittedWarnings = OmittedAlerts()
    /// The last report of the stations nearby; nil before the first, and when they are not requested.
    public var stations: ObservationReport?
    /// Why the last request to stations failed; nil when it succeeded.
    public var stationsFailure: FetchFailure?
    /// The last reading of the user's own station for the place; nil without one.
    public var ownStation: OwnStationReading?
    /// The time of this status.
    public var now: UnixTime?
    /// The measured order of the providers; nil without `providers = "best"`.
    public var ranking: ProviderRanking?
    /// Why the settings are not in effect; nil if they are.
    public var settingsProblem: SettingsProblem?
    /// Where the settings come from.
    public var origin = ConfigurationOrigin()
    /// The configured text of bars without weather.
    public var placeholder: Placeholder
    /// The daemon's version.
    public var version: String
    /// The place's tzdata name; nil for UTC.
    public var timeZone: String?
    /// The user's time zone, for times without an offset, such as a provider's next retry; nil for the system's.
    public var readerZone: String?

    public init(
        place: Place? = nil, locationSource: LocationSource = .none, locatedAt: UnixTime? = nil,
        locationFailures: [Weather.LocationSource: LocationFailure] = [:], favourites: Int = 0,
        provider: Provider? = nil,
        freshness: Freshness = .none, observedAt: UnixTime? = nil, fetchedAt: UnixTime? = nil,
        issuedAt: UnixTime? = nil, age: Int? = nil,
        nextRefresh: UnixTime? = nil, network: Bool = true, offline: Bool = false,
        lastFailure: FetchFailure? = nil, requestsToday: Int = 0,
        requestsByProvider: [Requests] = [], backingOff: [BackingOffProvider] = [], ranking: ProviderRanking? = nil,
        settingsProblem: SettingsProblem? = nil, placeholder: Placeholder = .standard, version: String,
        timeZone: String? = nil, readerZone: String? = nil
    ) {
        self.place = place
        self.locationSource = locationSource
        self.locatedAt = locatedAt
        self.locationFailures = locationFailures
        self.favourites = favourites
        self.provider = provider
        self.freshness = freshness
        self.observedAt = observedAt
        self.fetchedAt = fetchedAt
        self.issuedAt = issuedAt
        self.age = age
        self.nextRefresh = nextRefresh
        self.network = network
        self.offline = offline
        self.lastFailure = lastFailure
        self.requestsToday = requestsToday
        self.requestsByProvider = requestsByProvider
        self.backingOff = backingOff
        self.ranking = ranking
        self.settingsProblem = settingsProblem
        self.placeholder = placeholder
        self.version = version
        self.timeZone = timeZone
        self.readerZone = readerZone
    }

    /// The time of day in the user's time zone.
    func readerTime(_ moment: UnixTime) -> String {
        PlaceClock(readerZone: readerZone).time(moment)
    }
}

/// Why settings made with weatherctl are not in effect.
public enum SettingsProblem: Sendable, Hashable {
    /// The settings file cannot be read, with the reason as a sentence.
    case unreadable(String)
    /// The files were damaged. They were renamed, and the defaults are used.
    case damaged(names: [String], directory: String)
    /// A settings file exceeds the limits, as a sentence.
    case excess(String)

    /// What happened, with advice unless it recovers without user action.
    var sentence: String {
        switch self {
        case .unreadable(let sentence), .excess(let sentence): sentence.plain(limit: 300)
        case .damaged: "the settings \(finding.found); \(finding.advice)"
        }
    }

    /// The text of the diagnostic.
    var finding: (found: String, advice: String) {
        switch self {
        case .unreadable:
            (
                "cannot be read, so your place and favourites are not in effect: \(sentence)",
                "after fixing the cause: systemctl --user restart weatherd"
            )
        case .excess:
            (
                sentence,
                "to choose others, change the file while weatherd is stopped: systemctl --user stop weatherd.socket weatherd"
            )
        case .damaged(let names, let directory):
            (
                "were damaged and have been renamed to \(names.joined(separator: " and ").plain(limit: 120)) in "
                    + "\(directory.plain(limit: 160)), so the defaults are used",
                "restore them, starting with: weatherctl set-location CITY ; to keep the defaults, remove the damaged "
                    + "files, then: systemctl --user restart weatherd"
            )
        }
    }
}

public import Weather
public import Wire

/// The state of the daemon, as `status` tells it. nil is what is not known.
public struct DaemonStatus: Sendable, Hashable {
    /// Who said which place it is. The raw values are what people read.
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

        /// The source that found the machine.
        public init(_ source: Weather.LocationSource) {
            self =
                switch source {
                case .geoClue: .geoClue
                case .timeZone: .timeZone
                case .ip: .ip
                }
        }
    }

    /// How many requests went to one provider.
    public struct Requests: Sendable, Hashable {
        /// As in config.toml.
        public var provider: String
        public var count: Int

        public init(provider: String, count: Int) {
            self.provider = provider
            self.count = count
        }
    }

    public var place: Place?
    public var locationSource: LocationSource
    /// When the machine was found there; nil for a place that somebody named.
    public var locatedAt: UnixTime?
    /// Why sources of the location have none to give; empty when the machine is not looked for.
    public var locationFailures: [Weather.LocationSource: LocationFailure]
    public var favourites: Int
    public var provider: Provider?
    public var freshness: Freshness
    /// What the current weather describes the state of.
    public var observedAt: UnixTime?
    public var fetchedAt: UnixTime?
    /// When the service last computed its forecast.
    public var issuedAt: UnixTime?
    /// Seconds since the report was fetched.
    public var age: Int?
    public var nextRefresh: UnixTime?
    /// Whether there is a way to who gives the forecasts, as far as the kernel knows.
    public var network: Bool
    /// Whether the daemon could not reach the network when it last tried, or knows that there is none.
    public var offline: Bool
    public var lastFailure: FetchFailure?
    /// To providers, since midnight.
    public var requestsToday: Int
    /// The same by provider, of those that were asked at all.
    public var requestsByProvider: [Requests]
    /// The providers that are left alone for a while.
    public var resting: [RestingProvider]
    /// nil when what was chosen through weatherctl is in force.
    public var settingsProblem: SettingsProblem?
    /// What bars show while there is no weather, as configured.
    public var placeholder: Placeholder
    /// The daemon's.
    public var version: String
    /// The place's, as tzdata names it; times are told in UTC without it.
    public var timeZone: String?
    /// The time zone of times that are shown without an offset, such as a provider's next retry; nil for the system's.
    public var readerZone: String?

    public init(
        place: Place? = nil, locationSource: LocationSource = .none, locatedAt: UnixTime? = nil,
        locationFailures: [Weather.LocationSource: LocationFailure] = [:], favourites: Int = 0,
        provider: Provider? = nil,
        freshness: Freshness = .none, observedAt: UnixTime? = nil, fetchedAt: UnixTime? = nil,
        issuedAt: UnixTime? = nil, age: Int? = nil,
        nextRefresh: UnixTime? = nil, network: Bool = true, offline: Bool = false,
        lastFailure: FetchFailure? = nil, requestsToday: Int = 0,
        requestsByProvider: [Requests] = [], resting: [RestingProvider] = [],
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
        self.resting = resting
        self.settingsProblem = settingsProblem
        self.placeholder = placeholder
        self.version = version
        self.timeZone = timeZone
        self.readerZone = readerZone
    }

    /// The time of day on the user's clock.
    func readerTime(_ moment: UnixTime) -> String {
        PlaceClock(readerZone: readerZone).time(moment)
    }
}

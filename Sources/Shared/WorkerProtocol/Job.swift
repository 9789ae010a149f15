public import Weather

/// A worker's task. It is self-contained.
public enum Job: Sendable, Hashable {
    case reports(ReportJobs)
    /// Geocoding by a service, for a name or a postal code.
    case geocode(Service, query: String, language: String, NetworkAccess)
    /// Reverse geocoding by a service.
    case reverse(Service, Coordinate, language: String, NetworkAccess)
    /// Location by IP address, from a service.
    case locate(url: String, NetworkAccess)
    /// Connects to the host of a URL through its proxy, which gets the password, or only to the proxy. Sends nothing to the
    /// host.
    case connect(url: String, throughProxy: Bool = false, NetworkAccess)
    /// Sends each server a request that any web server answers, all in parallel.
    case probe(urls: [String], NetworkAccess)
    /// A gazetteer query.
    case gazetteer(GazetteerQuestion)
}

/// A service at a base URL.
public struct Service: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case openMeteo, metNorway, nws, openWeatherMap, oneCall3, oneCall4, pirateWeather, sample
        case brightSky, environmentCanada, meteoAlarm, publicAlerts, aviationWeather
    }

    public var kind: Kind
    /// Empty for a service that needs no network.
    public var baseURL: String
    /// nil for a service without API keys.
    public var key: APIKey?
    /// The weather models, in the order of preference; empty for the service's choice.
    public var models: [String]
    /// The names that the service is known not to know, which are left out of the request.
    public var unknownNames: [UnknownName]

    public init(
        _ kind: Kind, baseURL: String = "", key: APIKey? = nil, models: [String] = [], unknownNames: [UnknownName] = []
    ) {
        self.kind = kind
        self.baseURL = baseURL
        self.key = key
        self.models = models
        self.unknownNames = unknownNames
    }

    /// The most models.
    public static let mostModels = 10
    /// The longest name of a model.
    public static let longestModel = 64
    /// The most unknown names, more than any request has.
    public static let mostUnknownNames = 200
}

/// Settings and limits of a worker's network access.
public struct NetworkAccess: Sendable, Hashable {
    /// The User-Agent header.
    public var userAgent: String
    /// The proxies, and the trusted certificates.
    public var settings: NetworkSettings
    /// The timeout of one exchange, ms.
    public var deadline: Int
    /// The most requests, which the daemon has already counted.
    public var allowance: Int
    /// The wall clock at the start of the job. The worker has no other clock.
    public var now: UnixTime

    public init(userAgent: String, settings: NetworkSettings, deadline: Duration, allowance: Int = 1, now: UnixTime) {
        self.userAgent = userAgent
        self.settings = settings
        self.deadline = Int(deadline / .milliseconds(1))
        self.allowance = allowance
        self.now = now
    }
}

/// Reports of one type from one service.
public struct ReportJob<Content: ProviderReport & Hashable & Message>: Sendable, Hashable {
    public var service: Service
    public var positions: [Position]
    /// The user's language, for warnings that have several: `de`, `pt_BR`.
    public var locale: String
    public var passage: NetworkAccess

    public init(service: Service, positions: [Position], locale: String = "en", passage: NetworkAccess) {
        self.service = service
        self.positions = positions
        self.locale = locale
        self.passage = passage
    }

    /// The requested position, with the state from earlier requests.
    public struct Position: Sendable, Hashable {
        public var coordinate: Coordinate
        /// The tzdata name; nil when unknown, so that the gazetteer is queried if a provider needs it.
        public var timeZone: String?
        /// Metres above sea level; nil when unknown.
        public var altitude: Double?
        /// The country whose warnings are requested (ISO 3166-1 alpha-2); nil for that of the position, which the gazetteer tells.
        public var country: String?
        /// The service's last answer; nil when none is stored, or the service does not use it.
        public var previous: Content?
        /// Opaque state of the worker; the daemon does not interpret it.
        public var hint: [UInt8]

        public init(
            coordinate: Coordinate, timeZone: String? = nil, altitude: Double? = nil, country: String? = nil,
            previous: Content? = nil, hint: [UInt8] = []
        ) {
            self.coordinate = coordinate
            self.timeZone = timeZone
            self.altitude = altitude
            self.country = country
            self.previous = previous
            self.hint = hint
        }
    }
}

/// The longest code of a country.
public let longestCountry = 10

/// The longest hint, bytes.
public let longestHint = 4096

/// A gazetteer query. Each language is as in `LANG`, or a BCP 47 tag.
public enum GazetteerQuestion: Sendable, Hashable {
    /// The places that match a query.
    case search(query: String, language: String)
    /// The best match for one city; `keeping`: the languages whose names are stored with it; `correcting`:
    /// whether to correct a misspelled query.
    case resolve(query: String, language: String, keeping: [String], correcting: Bool = false)
    /// The likely correction of a misspelled query.
    case correction(query: String, language: String)
    /// The settlement at or near a position.
    case locality(Coordinate, language: String, keeping: [String])
    /// The settlement with exactly this centre.
    case settlement(Coordinate, language: String, keeping: [String])
    /// Which gazetteer file is used.
    case status
}

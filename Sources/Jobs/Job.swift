public import Endpoints
public import Weather

/// What a worker is to do. All that it needs comes with it.
public enum Job: Sendable, Hashable {
    case forecasts(ReportJob<Report>)
    case alerts(ReportJob<AlertReport>)
    case air(ReportJob<AirReport>)
    /// Asks a service for cities by their name, or by a postal code.
    case geocode(Service, query: String, language: String, Passage)
    /// Asks a service what a position is called.
    case reverse(Service, Coordinate, language: String, Passage)
    /// Asks a service where the address is that this machine is seen by.
    case locate(url: String, Passage)
    /// Opens a connection to the host of a web address, or to the proxy on the way there, and asks nothing.
    case connect(url: String, Passage)
    /// Asks each of the servers for what every web server may be asked, all at once.
    case probe(urls: [String], Passage)
    /// Asks the gazetteer.
    case gazetteer(GazetteerQuestion)
}

/// A service at an address.
public struct Service: Sendable, Hashable {
    public enum Kind: Sendable, Hashable, CaseIterable {
        case openMeteo, metNorway, nws, openWeatherMap, oneCall3, oneCall4, pirateWeather, sample
    }

    public var kind: Kind
    /// Empty for one that wants no network.
    public var baseURL: String
    /// nil for one that wants none.
    public var key: APIKey?

    public init(_ kind: Kind, baseURL: String = "", key: APIKey? = nil) {
        self.kind = kind
        self.baseURL = baseURL
        self.key = key
    }
}

/// How a worker goes out to the network, and how often.
public struct Passage: Sendable, Hashable {
    /// Who asks, for the services' eyes.
    public var userAgent: String
    /// The proxies, and whose certificates are believed.
    public var settings: NetworkSettings
    /// For one exchange, ms.
    public var deadline: Int
    /// The most requests: so many have been counted.
    public var allowance: Int
    /// The wall clock as the job begins. The worker has no other.
    public var now: UnixTime

    public init(userAgent: String, settings: NetworkSettings, deadline: Duration, allowance: Int = 1, now: UnixTime) {
        self.userAgent = userAgent
        self.settings = settings
        self.deadline = Int(deadline / .milliseconds(1))
        self.allowance = allowance
        self.now = now
    }
}

/// Reports of one kind from one service.
public struct ReportJob<Content: ProviderReport & Hashable & Message>: Sendable, Hashable {
    public var service: Service
    public var positions: [Position]
    public var passage: Passage

    public init(service: Service, positions: [Position], passage: Passage) {
        self.service = service
        self.positions = positions
        self.passage = passage
    }

    /// What is asked about, with what is known of it.
    public struct Position: Sendable, Hashable {
        public var coordinate: Coordinate
        /// As tzdata names it; nil when not known, so that the gazetteer is to be asked where a provider wants it.
        public var timeZone: String?
        /// Metres above sea level; nil when not known.
        public var altitude: Double?
        /// What the service answered last; nil when nothing is kept, or the service has no use for it.
        public var previous: Content?
        /// What the worker wants to be reminded of; the daemon does not read it.
        public var hint: [UInt8]

        public init(
            coordinate: Coordinate, timeZone: String? = nil, altitude: Double? = nil, previous: Content? = nil,
            hint: [UInt8] = []
        ) {
            self.coordinate = coordinate
            self.timeZone = timeZone
            self.altitude = altitude
            self.previous = previous
            self.hint = hint
        }
    }
}

/// The longest hint, bytes.
public let longestHint = 4096

/// A question to the gazetteer. Each language is as in `LANG` or of BCP 47.
public enum GazetteerQuestion: Sendable, Hashable {
    /// The places that a query fits.
    case search(query: String, language: String)
    /// What a query means that is to name one city; `keeping`: the languages whose names are kept with it; `correcting`:
    /// whether a misspelled one is taken for its correction.
    case resolve(query: String, language: String, keeping: [String], correcting: Bool = false)
    /// What a misspelled query was probably meant to be.
    case correction(query: String, language: String)
    /// The settlement that a position lies in or near.
    case locality(Coordinate, language: String, keeping: [String])
    /// The settlement whose centre is exactly there.
    case settlement(Coordinate, language: String, keeping: [String])
    /// Which file of places answers.
    case status
}

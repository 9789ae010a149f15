public import Weather

/// A worker's task. It is self-contained.
public enum Job: Sendable, Hashable {
    case reports(ReportJob)
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
    public var kind: Kind
    /// Empty for a service that needs no network.
    public var baseURL: String
    /// nil for a service without API keys.
    public var key: APIKey?
    /// The weather models, in the order of preference; empty for the service's choice.
    public var models: [String]
    /// Names that the service does not know, which the request omits.
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

/// Reports of one kind from one service.
public struct ReportJob: Sendable, Hashable {
    public var kind: ReportKind
    public var service: Service
    public var positions: [Position]
    /// The user's language, for warnings that have several: `de`, `pt_BR`.
    public var locale: String
    public var passage: NetworkAccess

    public init(
        _ kind: ReportKind, service: Service, positions: [Position], locale: String = "en", passage: NetworkAccess
    ) {
        self.kind = kind
        self.service = service
        self.positions = positions
        self.locale = locale
        self.passage = passage
    }

    /// The longest time in a cache that counts as part of a report's age, s.
    public static let longestInCache = 2 * 86_400

    /// The requested position, with the state from earlier requests.
    public struct Position: Sendable, Hashable {
        public var coordinate: Coordinate
        /// The tzdata name; nil when unknown, so that the gazetteer is queried if a provider needs it.
        public var timeZone: String?
        /// Metres above sea level; nil when unknown.
        public var altitude: Double?
        /// The country whose warnings are requested (ISO 3166-1 alpha-2); nil for the position's own, which the gazetteer
        /// determines.
        public var country: String?
        /// The service's last answer, of the job's kind; nil when none is stored, or the service does not use it.
        public var previous: AnyReport?
        /// Opaque state of the worker; the daemon does not interpret it.
        public var hint: [UInt8]

        public init(
            coordinate: Coordinate, timeZone: String? = nil, altitude: Double? = nil, country: String? = nil,
            previous: AnyReport? = nil, hint: [UInt8] = []
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

extension Job: Message {
    /// More than there are providers.
    private static let mostServers = 20

    public func write(to writer: inout MessageWriter) {
        switch self {
        case .reports(let jobs):
            writer.byte(0)
            writer.value(jobs)
        case .geocode(let service, let query, let language, let passage):
            writer.byte(3)
            writer.value(service)
            writer.text(query)
            writer.text(language)
            writer.value(passage)
        case .reverse(let service, let coordinate, let language, let passage):
            writer.byte(4)
            writer.value(service)
            writer.value(coordinate)
            writer.text(language)
            writer.value(passage)
        case .locate(let url, let passage): writer.url(5, url, passage)
        case .connect(let url, let throughProxy, let passage):
            writer.url(6, url, passage)
            writer.bool(throughProxy)
        case .probe(let urls, let passage):
            writer.byte(7)
            writer.texts(urls)
            writer.value(passage)
        case .gazetteer(let question):
            writer.byte(8)
            writer.value(question)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0: self = .reports(try reader.value())
        case 3:
            self = .geocode(
                try reader.value(), query: try reader.query(), language: try reader.language(), try reader.value())
        case 4:
            self = .reverse(
                try reader.value(), try reader.value(), language: try reader.language(), try reader.value())
        case 5: self = .locate(url: try reader.url(), try reader.value())
        case 6:
            let (url, passage) = (try reader.url(), try reader.value() as NetworkAccess)
            self = .connect(url: url, throughProxy: try reader.bool(), passage)
        case 7: self = .probe(urls: try reader.texts(upTo: Self.mostServers, ofUpTo: 8192), try reader.value())
        case 8: self = .gazetteer(try reader.value())
        default: throw Malformed("no job")
        }
    }
}

extension MessageWriter {
    fileprivate mutating func url(_ kind: UInt8, _ url: String, _ passage: NetworkAccess) {
        byte(kind)
        text(url)
        value(passage)
    }
}

extension MessageReader {
    fileprivate mutating func url() throws(Malformed) -> String { try text(upTo: 8192) }
    fileprivate mutating func query() throws(Malformed) -> String { try text(upTo: 1000) }
    fileprivate mutating func language() throws(Malformed) -> String { try text(upTo: 100) }
    fileprivate mutating func languages() throws(Malformed) -> [String] { try texts(upTo: 100, ofUpTo: 100) }
}

extension Service: Message {
    public func write(to writer: inout MessageWriter) {
        writer.oneOf(kind)
        writer.text(baseURL)
        writer.text(key?.text)
        writer.texts(models)
        writer.values(Array(unknownNames.prefix(Self.mostUnknownNames)))
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(try reader.oneOf(), baseURL: try reader.url())
        if let text = try reader.optionalText(upTo: 1000) {
            guard let key = APIKey(text) else { throw Malformed("no key") }
            self.key = key
        }
        models = try reader.texts(upTo: Self.mostModels, ofUpTo: Self.longestModel)
        unknownNames = try reader.values(upTo: Self.mostUnknownNames)
    }
}

extension NetworkAccess: Message {
    public func write(to writer: inout MessageWriter) {
        writer.text(userAgent)
        writer.value(settings)
        writer.int(deadline)
        writer.int(allowance)
        writer.value(now)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        userAgent = try reader.text(upTo: 1000, as: "a user agent")
        settings = try reader.value()
        deadline = try reader.int(in: 1...600_000)
        allowance = try reader.int(in: 0...1_000_000)
        now = try reader.value()
    }
}

extension ReportJob: Message {
    /// Several times the maximum number of favourites.
    static var mostPositions: Int { 2000 }

    public func write(to writer: inout MessageWriter) {
        writer.oneOf(kind)
        writer.value(service)
        writer.list(positions) { $1.write(to: &$0) }
        writer.text(locale)
        writer.value(passage)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        let kind = try reader.oneOf(ReportKind.self)
        self.init(
            kind, service: try reader.value(),
            positions: try reader.list(upTo: Self.mostPositions) { reader throws(Malformed) in
                try Position(of: kind, from: &reader)
            }, locale: try reader.language(), passage: try reader.value())
    }
}

extension ReportJob.Position {
    fileprivate func write(to writer: inout MessageWriter) {
        writer.value(coordinate)
        writer.text(timeZone)
        writer.optional(altitude) { $0.double($1) }
        writer.text(country)
        writer.optional(previous) { $1.write(to: &$0) }
        writer.byteString(hint)
    }

    fileprivate init(of kind: ReportKind, from reader: inout MessageReader) throws(Malformed) {
        self.init(
            coordinate: try reader.value(), timeZone: try reader.optionalText(upTo: 200),
            altitude: try reader.optional { reader throws(Malformed) in try reader.double(in: LocationFix.altitudes) },
            country: try reader.optionalText(upTo: longestCountry),
            previous: try reader.optional { reader throws(Malformed) in try reader.report(kind) },
            hint: try reader.byteString(upTo: longestHint))
    }
}

extension GazetteerQuestion: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .search(let query, let language):
            writer.byte(0)
            writer.text(query)
            writer.text(language)
        case .resolve(let query, let language, let keeping, let isCorrecting):
            writer.byte(1)
            writer.text(query)
            writer.text(language)
            writer.texts(keeping)
            writer.bool(isCorrecting)
        case .correction(let query, let language):
            writer.byte(2)
            writer.text(query)
            writer.text(language)
        case .locality(let coordinate, let language, let keeping):
            writer.byte(3)
            writer.value(coordinate)
            writer.text(language)
            writer.texts(keeping)
        case .settlement(let coordinate, let language, let keeping):
            writer.byte(4)
            writer.value(coordinate)
            writer.text(language)
            writer.texts(keeping)
        case .status: writer.byte(5)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0: self = .search(query: try reader.query(), language: try reader.language())
        case 1:
            self = .resolve(
                query: try reader.query(), language: try reader.language(), keeping: try reader.languages(),
                correcting: try reader.bool())
        case 2: self = .correction(query: try reader.query(), language: try reader.language())
        case 3:
            self = .locality(
                try reader.value(), language: try reader.language(), keeping: try reader.languages())
        case 4:
            self = .settlement(
                try reader.value(), language: try reader.language(), keeping: try reader.languages())
        case 5: self = .status
        default: throw Malformed("no question")
        }
    }
}

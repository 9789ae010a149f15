/// A provider's forecast for one place, at one time.
public struct Report: ProviderReport, Hashable {
    /// The requested position, not the provider's grid cell.
    public var coordinate: Coordinate
    /// The tzdata name: `America/Montevideo`.
    public var timeZone: String
    public var provider: Provider
    public var fetchedAt: UnixTime
    /// The time that `current` describes; nil without current weather.
    public var observedAt: UnixTime?
    public var current: Conditions?
    /// The source of `current`; nil without current weather, and in reports from version 0.1.0.
    public var currentOrigin: Origin?
    /// The parts of a measured `current` that are the model's.
    public var modelled: ModelledParts = []
    /// The station that measured `current`; nil for none.
    public var station: Station?
    /// When the service computed its forecast; nil when not given.
    public var issuedAt: UnixTime?
    /// Whether UV indices are for a clear sky, which clouds reduce; nil when they are not, or there are none.
    public var hasClearSkyUV: Bool?
    /// Whether each probability is for an hour, whatever the period of the amounts, so that none covers an hour without its
    /// own; nil for no.
    public var hasHourlyProbability: Bool?
    /// The altitude for which the service computed the forecast, metres above sea level; nil when not given.
    public var elevation: Double?
    /// In order of time.
    public var hours: [Hour]
    /// In order of time.
    public var days: [Day]
    /// The near future in short steps; empty when the provider has none.
    public var precipitation: PrecipitationSeries
    /// The warnings that the forecast includes; nil from a provider that includes none.
    public var alerts: [Alert]?
    /// The warnings of the answer that are not among `alerts`, though they may apply.
    public var omittedAlerts = OmittedAlerts()
    public var httpFreshness: HTTPFreshness?
    public var clock: ClockRecord?
    /// Temperatures before `hours`, where the service includes them. Not stored: they become the place's past.
    public var past: [PastTemperatures.Point] = []
    /// Condition words or codes that weatherd does not know, for the log; nil for none. Not stored.
    public var unknownCodes: [String]?
    public var missing: [ReportGap] = []
    /// Whether `current` is from a station besides the forecast, so the forecast may be older. Not stored.
    public var isMeasured = false
    /// When the radar's part of `precipitation` expires; nil when it is the forecast's. Not stored.
    public var radarEnd: UnixTime?
    /// The end of the radar's last step in `precipitation`; nil when all steps are the forecast's. Not stored.
    public var radarReach: UnixTime?
    /// The providers of measurements, besides the forecast's. Not stored.
    public var furtherSources: [Provider] = []

    public init(
        coordinate: Coordinate, timeZone: String, provider: Provider, fetchedAt: UnixTime,
        observedAt: UnixTime? = nil, current: Conditions? = nil, hours: [Hour] = [], days: [Day] = [],
        precipitation: PrecipitationSeries = [], alerts: [Alert]? = nil, httpFreshness: HTTPFreshness? = nil
    ) {
        self.coordinate = coordinate
        self.timeZone = timeZone
        self.provider = provider
        self.fetchedAt = fetchedAt
        self.observedAt = observedAt
        self.current = current
        self.hours = hours
        self.days = days
        self.precipitation = precipitation
        self.alerts = alerts
        self.httpFreshness = httpFreshness
    }
}

extension Report {
    /// The same report in newly allocated memory. Parsing interleaves its parts with short-lived memory; the resulting
    /// heap fragmentation costs megabytes for 200 places.
    public var compacted: Report {
        var report = self
        report.hours = hours.map { $0 }
        report.days = days.map { $0 }
        report.precipitation = PrecipitationSeries(precipitation)
        return report
    }
}

/// A provider as displayed.
public struct Provider: Sendable, Hashable, Codable {
    /// As in config.toml: `open-meteo`.
    public var id: String
    /// The display name: `Open-Meteo`.
    public var name: String
    /// The attribution that the data's licence requires; nil for none.
    public var attribution: String?
    /// Whether the data is sample data, which must always be labelled.
    public var isSample: Bool

    public init(id: String, name: String, attribution: String? = nil, isSample: Bool = false) {
        self.id = id
        self.name = name
        self.attribution = attribution
        self.isSample = isSample
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.text(forKey: .id, upTo: 100), name: try container.text(forKey: .name, upTo: 100),
            attribution: try container.textIfPresent(forKey: .attribution, upTo: 2000),
            isSample: try container.decode(Bool.self, forKey: .isSample))
    }
}

/// Something that a report lacks, although its service usually has it.
public enum ReportGap: Sendable, Hashable {
    /// A part whose request failed; `part` names it in a word or two.
    case failed(part: String, FetchFailure)
    /// The service at `host` does not know a name in the request, so the request was repeated without it.
    case unknown(UnknownName, host: String)
}

extension ReportGap {
    /// The most gaps of a report; more than any request has variables.
    public static let most = 100

    /// The failure, if it applies to all requests to the service, such as a wait that it asked for; nil if it concerns this
    /// part alone.
    public var wordOfService: FetchFailure? {
        guard case .failed(_, let failure) = self, failure.isWordOfService else { return nil }
        return failure
    }
}

/// A name in a request that a service does not know.
public struct UnknownName: Sendable, Hashable {
    /// The parameter of the request: `hourly`.
    public var parameter: String
    /// A value in the parameter's list: `soil_temperature_0cm`; nil when the parameter itself is unknown.
    public var value: String?

    public init(parameter: String, value: String? = nil) {
        (self.parameter, self.value) = (parameter, value)
    }

    /// The value, or else the parameter.
    public var text: String { value ?? parameter }

    /// The key in config.toml that has the name; nil for a name of weatherd's own.
    public var setting: String? { parameter == Self.models ? "open-meteo.models" : nil }

    /// The only parameter whose values are the user's.
    public static let models = "models"

    /// How long a name counts as unknown, s. Then it is requested again, since services are updated.
    public static let lifetime = 86_400
}

// MARK: - As stored

extension ReportGap: Codable {
    private enum CodingKeys: CodingKey {
        case part, failure, name, host
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let part = try container.decodeIfPresent(String.self, forKey: .part) {
            let failure = try container.decode(FetchFailure.self, forKey: .failure)
            self = .failed(part: String(bounding: part, to: UnknownName.longest), failure.bounded)
        } else {
            let host = try container.decode(String.self, forKey: .host)
            self = .unknown(
                try container.decode(UnknownName.self, forKey: .name), host: String(bounding: host, to: 300))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .failed(let part, let failure):
            try container.encode(part, forKey: .part)
            try container.encode(failure, forKey: .failure)
        case .unknown(let name, let host):
            try container.encode(name, forKey: .name)
            try container.encode(host, forKey: .host)
        }
    }
}

extension UnknownName: Codable {
    /// The longest parameter or value, bytes.
    public static let longest = 100

    private enum CodingKeys: CodingKey {
        case parameter, value
    }

    /// Rejects text that no request contains.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        parameter = try container.decode(String.self, forKey: .parameter)
        value = try container.decodeIfPresent(String.self, forKey: .value)
        for text in [parameter, value ?? parameter] {
            guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else {
                throw DecodingError.dataCorruptedError(
                    forKey: .parameter, in: container, debugDescription: "no name of a request")
            }
        }
    }
}

/// A provider's forecast for one place, at one time.
public struct Report: ProviderReport, Hashable, Codable {
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
    /// Whether probabilities are of an hour each, whatever the period of the amounts, so that none covers an hour without its own;
    /// nil for no.
    public var hasHourlyProbability: Bool?
    /// Of the place above sea level, for which the service computed the forecast, m; nil when not given.
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

    private enum CodingKeys: String, CodingKey {
        case coordinate, timeZone, provider, fetchedAt, observedAt, current, currentOrigin, station, issuedAt,
            hasClearSkyUV, hasHourlyProbability, elevation
        case hours, days, precipitation, alerts
        case httpFreshness = "promise"
        case clock
        case unknownCodes
    }

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
}

/// Everything that one provider answered for one place, at one time.
public struct Report: ProviderReport, Hashable, Codable {
    /// The position that was asked for, not the provider's grid cell.
    public var coordinate: Coordinate
    /// The place's time zone as tzdata names it: `America/Montevideo`.
    public var timeZone: String
    public var provider: Provider
    public var fetchedAt: UnixTime
    /// What `current` describes the state of; nil when the provider gave no current weather.
    public var observedAt: UnixTime?
    public var current: Conditions?
    /// Where `current` comes from; nil when there is no current weather, and in reports that version 0.1.0 kept.
    public var currentOrigin: Origin?
    /// The station that measured `current`; nil when no station did.
    public var station: Station?
    /// When the service last computed its forecast; nil when it does not say.
    public var issuedAt: UnixTime?
    /// Whether the UV indices are those under a cloudless sky, which clouds reduce; nil when they are not, or there are none.
    public var hasClearSkyUV: Bool?
    /// In the order of time.
    public var hours: [Hour]
    /// In the order of time.
    public var days: [Day]
    /// The near future in short steps, in the order of time; empty when the provider gives none.
    public var precipitation: PrecipitationSeries
    /// The warnings that came with the forecast; nil from a provider that sends none with it.
    public var alerts: [Alert]?
    public var promise: Promise?
    /// Words or numbers for the weather that the provider used and that mean nothing here; nil when there were none. They
    /// are for the log, and not kept.
    public var unknownCodes: [String]?

    public init(
        coordinate: Coordinate, timeZone: String, provider: Provider, fetchedAt: UnixTime,
        observedAt: UnixTime? = nil, current: Conditions? = nil, hours: [Hour] = [], days: [Day] = [],
        precipitation: PrecipitationSeries = [], alerts: [Alert]? = nil, promise: Promise? = nil
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
        self.promise = promise
    }
}

extension Report {
    /// The same report in memory that was taken anew. While a report is made out of a text, its parts come to lie between
    /// pieces that are given up soon after, and each would keep a page or two of those from being given back. Taken when
    /// the text is gone, a copy lies next to the one before it. For 200 places that makes some megabytes.
    public var compacted: Report {
        var report = self
        report.hours = hours.map { $0 }
        report.days = days.map { $0 }
        report.precipitation = PrecipitationSeries(precipitation)
        return report
    }
}

/// Who answered, and how that must be told.
public struct Provider: Sendable, Hashable, Codable {
    /// As in config.toml: `open-meteo`.
    public var id: String
    /// As people write it: `Open-Meteo`.
    public var name: String
    /// The sentence that the data's licence asks for; nil when it asks for none.
    public var attribution: String?
    /// Whether the numbers are made up for show, and have to be labelled so everywhere.
    public var isSample: Bool

    public init(id: String, name: String, attribution: String? = nil, isSample: Bool = false) {
        self.id = id
        self.name = name
        self.attribution = attribution
        self.isSample = isSample
    }
}

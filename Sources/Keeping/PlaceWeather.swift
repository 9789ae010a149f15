public import Weather

/// What is known of one place's weather.
public struct PlaceWeather: Sendable, Hashable {
    public var forecast = Kept<Report>()
    public var alerts = Kept<AlertReport>()
    public var air = Kept<AirReport>()
    /// When a client last asked for the place.
    public var askedAt: UnixTime
    /// When a client last asked for each kind of report.
    public internal(set) var asked: [ReportKind: UnixTime] = [:]
    /// What the gazetteer says of the place, for one that is neither the current one nor a favourite; nil while it has
    /// not been asked.
    public var naming: Naming?
    /// How many queries are remembered for one place; those beyond are searched anew.
    static let queriesLimit = 8

    /// The queries that the place was found by, in small letters.
    public var queries: Set<String> = []

    /// What came of asking the gazetteer. The locality is nil when it knows none.
    public struct Naming: Sendable, Hashable {
        public var locality: Locality?

        public init(_ locality: Locality?) {
            self.locality = locality
        }
    }

    public init(report: Report? = nil, askedAt: UnixTime) {
        forecast = Kept(report)
        self.askedAt = askedAt
    }

    /// Which of the kinds of reports is meant.
    public typealias Part<Content: ProviderReport & Hashable> = WritableKeyPath<PlaceWeather, Kept<Content>> & Sendable

    /// The forecast, which most are after; nil until the first.
    public var report: Report? { forecast.content }

    /// Why the last try for a forecast brought nothing; nil when it was a success, and before the first.
    public var failure: FetchFailure? { forecast.failure }

    /// The warnings that hold at `now`: those of who gives warnings, or else those that came with the forecast; nil when
    /// nobody gave any.
    public func alertsInForce(at now: UnixTime) -> [Alert]? {
        (alerts.content ?? report?.warnings)?.inForce(at: now)
    }

    /// Whether a try for this kind of report has ended, well or not.
    public func hasOutcome(_ kind: ReportKind) -> Bool {
        switch kind {
        case .forecast: forecast.hasOutcome
        case .alerts: alerts.hasOutcome
        case .air: air.hasOutcome
        }
    }

    /// Whether the place was tried, or taken in, so many seconds before `now` at the most.
    func wasUsed(within seconds: Int, of now: UnixTime) -> Bool {
        let used = [forecast.triedAt, report?.fetchedAt].compactMap(\.self).max() ?? askedAt
        return (0..<seconds).contains(now.seconds(since: used))
    }
}

public import Weather

/// The reports of one place.
public struct PlaceWeather: Sendable, Hashable {
    public var forecast = CachedReport<Report>()
    public var alerts = CachedReport<AlertReport>()
    public var air = CachedReport<AirReport>()
    public var observations = CachedReport<ObservationReport>()
    public var radar = CachedReport<RadarReport>()
    public var normals = CachedReport<NormalsReport>()
    public var ensemble = CachedReport<EnsembleReport>()
    public var marine = CachedReport<MarineReport>()
    /// The temperatures of the last two days.
    public var past = PastTemperatures()
    /// When a client last requested the place.
    public var requestedAt: UnixTime
    /// When a client last requested each type of report.
    public internal(set) var requestTimes: [ReportKind: UnixTime] = [:]
    /// The reverse geocoding of a place that is neither the current one nor a favourite; nil before the first lookup.
    public var reverseGeocoding: ReverseGeocoding?
    /// The maximum number of queries per place. Further queries are searched again.
    static let queriesLimit = 8

    /// The queries that found the place, in lower case.
    public var queries: Set<String> = []

    /// The result of a gazetteer lookup; the locality is nil when nothing was found.
    public struct ReverseGeocoding: Sendable, Hashable {
        public var locality: Locality?

        public init(_ locality: Locality?) {
            self.locality = locality
        }
    }

    public init(report: Report? = nil, requestedAt: UnixTime) {
        forecast = CachedReport(report)
        self.requestedAt = requestedAt
    }

    /// One type of report.
    public typealias Part<Content: ProviderReport & Hashable> = WritableKeyPath<PlaceWeather, CachedReport<Content>>
        & Sendable

    /// The forecast; nil before the first.
    public var report: Report? { forecast.content }

    /// Why the last refresh of the forecast failed; nil after a success, and before the first.
    public var failure: FetchFailure? { forecast.failure }

    /// The last report of the warnings provider, or else of the forecast; nil when neither provides any.
    public var warnings: AlertReport? { alerts.content ?? report?.warnings }

    /// The warnings in force at `now`; nil when neither provides any.
    public func standingAlerts(at now: UnixTime) -> [Alert]? { warnings?.standing(at: now) }

    /// The report of a kind, without its content.
    public subscript(kind: ReportKind) -> any CachedOutcome {
        switch kind {
        case .forecast: forecast
        case .alerts: alerts
        case .air: air
        case .observations: observations
        case .radar: radar
        case .normals: normals
        case .ensemble: ensemble
        case .marine: marine
        }
    }

    /// Changes the reports of all kinds.
    mutating func apply(_ change: some CachedReportChange) {
        change.apply(to: &forecast)
        change.apply(to: &alerts)
        change.apply(to: &air)
        change.apply(to: &observations)
        change.apply(to: &radar)
        change.apply(to: &normals)
        change.apply(to: &ensemble)
        change.apply(to: &marine)
    }

    /// Adds the past hours of the former and of the new forecast to the past temperatures.
    mutating func recordTemperatures(replacing former: Report?, at now: UnixTime) {
        for report in [former, forecast.content] { if let report { past.record(report, at: now) } }
        // `past` contains them now.
        forecast.content?.past = []
    }

    /// Whether the place was refreshed, or added, at most `seconds` before `now`.
    func wasUsed(within seconds: Int, of now: UnixTime) -> Bool {
        let used = [forecast.triedAt, report?.fetchedAt].compactMap(\.self).max() ?? requestedAt
        return (0..<seconds).contains(now.seconds(since: used))
    }
}

/// The state of a cached report of any kind.
public protocol CachedOutcome: Sendable {
    /// Why the last refresh failed; nil after a success, and before the first.
    var failure: FetchFailure? { get }
    /// Whether a refresh has completed, successfully or not.
    var hasOutcome: Bool { get }
    /// What the report lacks.
    var missing: [ReportGap] { get }
}

/// A change to a cached report of any kind.
protocol CachedReportChange {
    func apply<Content>(to report: inout CachedReport<Content>)
}

struct ForgetUncovered: CachedReportChange {
    func apply<Content>(to report: inout CachedReport<Content>) {
        if case .notCovered = report.failure { report.failure = nil }
    }
}

/// The cached report of one kind for one place, and the outcome of its last refresh.
public struct CachedReport<Content: ProviderReport & Hashable>: CachedOutcome, Hashable {
    /// The last successful report; nil before the first.
    public var content: Content?
    /// Why the last refresh failed; nil after a success, and before the first.
    public var failure: FetchFailure?
    /// The time of the last attempt; nil for none since the start.
    public var triedAt: UnixTime?
    /// The time of the next refresh; nil while one is running or when none is scheduled.
    public var nextRefresh: UnixTime?

    /// Whether the failure may be caused by the connection instead of the service.
    public internal(set) var isConnectionSuspect = false

    public init(_ content: Content? = nil) {
        self.content = content
    }

    public var hasOutcome: Bool { content != nil || failure != nil }
    public var missing: [ReportGap] { content?.missing ?? [] }
}

/// The minimum time between two reports for one place, for all clients.
public enum RefreshFloor {
    public static let seconds = 600
}

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
    /// The temperatures of the last two days.
    public var past = PastTemperatures()
    /// When a client last requested the place.
    public var requestedAt: UnixTime
    /// When a client last requested each type of report.
    public internal(set) var requestTimes: [ReportKind: UnixTime] = [:]
    /// The reverse geocoding of a place that is neither the current one nor a favourite; nil before the first lookup.
    public var reverseGeocoding: ReverseGeocoding?
    /// The maximum number of queries per place; others are searched again.
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

    /// The forecast, which is the most used; nil before the first.
    public var report: Report? { forecast.content }

    /// Why the last refresh of the forecast failed; nil after a success, and before the first.
    public var failure: FetchFailure? { forecast.failure }

    /// The last report of the warnings provider, or else of the forecast; nil when neither provides any.
    public var warnings: AlertReport? { alerts.content ?? report?.warnings }

    /// The warnings in force at `now`; nil when neither provides any.
    public func standingAlerts(at now: UnixTime) -> [Alert]? { warnings?.standing(at: now) }

    /// Whether a refresh of this type has completed, successfully or not.
    public func hasOutcome(_ kind: ReportKind) -> Bool {
        switch kind {
        case .forecast: forecast.hasOutcome
        case .alerts: alerts.hasOutcome
        case .air: air.hasOutcome
        case .observations: observations.hasOutcome
        case .radar: radar.hasOutcome
        case .normals: normals.hasOutcome
        case .ensemble: ensemble.hasOutcome
        }
    }

    /// Why the last refresh of this type failed; nil after a success, and before the first.
    public func failure(of kind: ReportKind) -> FetchFailure? {
        switch kind {
        case .forecast: forecast.failure
        case .alerts: alerts.failure
        case .air: air.failure
        case .observations: observations.failure
        case .radar: radar.failure
        case .normals: normals.failure
        case .ensemble: ensemble.failure
        }
    }

    /// Clears "not covered" failures.
    mutating func forgetUncovered() {
        forecast.forgetUncovered()
        alerts.forgetUncovered()
        air.forgetUncovered()
        observations.forgetUncovered()
        radar.forgetUncovered()
        normals.forgetUncovered()
        ensemble.forgetUncovered()
    }

    /// Adds the past hours of the former and of the new forecast to the past temperatures.
    mutating func recordTemperatures(replacing former: Report?, at now: UnixTime) {
        for report in [former, forecast.content] { if let report { past.record(report, at: now) } }
        // They are in `past` now.
        forecast.content?.past = []
    }

    /// Whether the place was refreshed, or added, at most `seconds` before `now`.
    func wasUsed(within seconds: Int, of now: UnixTime) -> Bool {
        let used = [forecast.triedAt, report?.fetchedAt].compactMap(\.self).max() ?? requestedAt
        return (0..<seconds).contains(now.seconds(since: used))
    }
}

/// The cached report of one type for one place, and the outcome of its last refresh.
public struct CachedReport<Content: ProviderReport & Hashable>: Sendable, Hashable {
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

    mutating func forgetUncovered() {
        if case .notCovered = failure { failure = nil }
    }

    /// Whether a refresh has completed, successfully or not.
    public var hasOutcome: Bool { content != nil || failure != nil }
}

/// The minimum time between two reports for one place, for all clients.
public enum RefreshFloor {
    public static let seconds = 600
}

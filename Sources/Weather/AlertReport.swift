/// A provider's alerts for one place, at one time.
public struct AlertReport: ProviderReport, Hashable, Codable {
    /// The requested position.
    public var coordinate: Coordinate
    public var provider: Provider
    public var fetchedAt: UnixTime
    public var httpFreshness: HTTPFreshness?
    public var clock: ClockRecord?
    /// Empty when there are no warnings.
    public var alerts: [Alert]
    /// The warnings of the answer that are not among `alerts`, though they may apply.
    public var omitted = OmittedAlerts()
    /// Why warnings could not be fetched; `omitted` counts them.
    public var missing: [ReportGap] = []
    /// Of the countries around a place near a border, its own first; `alerts` has the warnings of all. Empty elsewhere.
    public internal(set) var parts: [AlertPart] = []

    public init(
        coordinate: Coordinate, provider: Provider, fetchedAt: UnixTime, httpFreshness: HTTPFreshness? = nil,
        alerts: [Alert] = []
    ) {
        self.coordinate = coordinate
        self.provider = provider
        self.fetchedAt = fetchedAt
        self.httpFreshness = httpFreshness
        self.alerts = alerts
    }

    /// The most countries of a place.
    public static let mostParts = 4

    /// How long an alert without an end is in force after the last report that contained it, s, in case the provider
    /// fails.
    private static let endlessHold = 86_400

    /// The alerts in force at `now`, as in `Sequence<Alert>.inForce(at:)`.
    public func inForce(at now: UnixTime) -> [Alert] {
        let isLongAgo = age(at: now) >= Self.endlessHold
        return alerts.filter { $0.ends != nil || !isLongAgo }.inForce(at: now)
    }

    /// When alerts without an end expire; nil when there are none.
    public var endOfEndless: UnixTime? {
        alerts.contains { $0.ends == nil } ? fetchedAt.advanced(by: Self.endlessHold) : nil
    }
}

/// How many warnings of an answer are not shown though they may apply, by reason. With one of them, "none in force" is not known.
public struct OmittedAlerts: Sendable, Hashable {
    /// They name only regions that weatherd does not know.
    public var unlocated: Int
    /// They could not be understood, or were beyond a limit.
    public var unreadable: Int

    /// Above any number of warnings in an answer.
    public static let most = 1_000_000

    public init(unlocated: Int = 0, unreadable: Int = 0) {
        (self.unlocated, self.unreadable) = (unlocated, unreadable)
    }
}

// As in reports.json.
extension AlertReport {
    private enum CodingKeys: String, CodingKey {
        case coordinate, provider, fetchedAt
        case httpFreshness = "promise"
        case clock
        case alerts, unlocated, unreadable, missing, parts
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        coordinate = try container.decode(Coordinate.self, forKey: .coordinate)
        provider = try container.decode(Provider.self, forKey: .provider)
        fetchedAt = try container.decode(UnixTime.self, forKey: .fetchedAt)
        httpFreshness = try container.decodeIfPresent(HTTPFreshness.self, forKey: .httpFreshness)
        clock = try container.decodeIfPresent(ClockRecord.self, forKey: .clock)
        alerts = try container.decode([Alert].self, forKey: .alerts)
        omitted = OmittedAlerts(
            unlocated: try container.decodeIfPresent(Int.self, forKey: .unlocated) ?? 0,
            unreadable: try container.decodeIfPresent(Int.self, forKey: .unreadable) ?? 0)
        missing = container.gaps(forKey: .missing)
        let parts = try container.decodeIfPresent([AlertPart].self, forKey: .parts) ?? []
        if !parts.isEmpty { take(Array(parts.prefix(Self.mostParts))) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(coordinate, forKey: .coordinate)
        try container.encode(provider, forKey: .provider)
        try container.encode(fetchedAt, forKey: .fetchedAt)
        try container.encodeIfPresent(httpFreshness, forKey: .httpFreshness)
        try container.encodeIfPresent(clock, forKey: .clock)
        // With parts, these have them.
        try container.encode(parts.isEmpty ? alerts : [], forKey: .alerts)
        guard parts.isEmpty else { return try container.encode(parts, forKey: .parts) }
        if omitted.unlocated > 0 { try container.encode(omitted.unlocated, forKey: .unlocated) }
        if omitted.unreadable > 0 { try container.encode(omitted.unreadable, forKey: .unreadable) }
        try container.encodeGaps(missing, forKey: .missing)
    }
}

extension Report {
    /// The warnings that the forecast includes; nil from a provider that includes none.
    public var warnings: AlertReport? {
        alerts.map { alerts in
            var report = AlertReport(coordinate: coordinate, provider: provider, fetchedAt: fetchedAt, alerts: alerts)
            report.omitted = omittedAlerts
            return report
        }
    }
}

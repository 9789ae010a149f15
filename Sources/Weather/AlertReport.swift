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
    /// How many warnings were left out because they name only regions that weatherd does not know; nil for none.
    public var unlocated: Int?

    private enum CodingKeys: String, CodingKey {
        case coordinate, provider, fetchedAt
        case httpFreshness = "promise"
        case clock
        case alerts, unlocated
    }

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

extension Report {
    /// The warnings that the forecast includes; nil from a provider that includes none.
    public var warnings: AlertReport? {
        alerts.map { AlertReport(coordinate: coordinate, provider: provider, fetchedAt: fetchedAt, alerts: $0) }
    }
}

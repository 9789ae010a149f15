/// The alerts that one provider had for one place, at one time.
public struct AlertReport: ProviderReport, Hashable, Codable {
    /// The position that was asked for.
    public var coordinate: Coordinate
    public var provider: Provider
    public var fetchedAt: UnixTime
    public var promise: Promise?
    /// Empty when there was nothing to warn of.
    public var alerts: [Alert]

    public init(
        coordinate: Coordinate, provider: Provider, fetchedAt: UnixTime, promise: Promise? = nil, alerts: [Alert] = []
    ) {
        self.coordinate = coordinate
        self.provider = provider
        self.fetchedAt = fetchedAt
        self.promise = promise
        self.alerts = alerts
    }

    /// For so long after it was last told of, an alert without an end is believed to hold, seconds. Nobody says that it is
    /// over when its provider is gone.
    private static let endlessHold = 86_400

    /// The alerts that hold at `now`, as `Sequence<Alert>.inForce(at:)` has them.
    public func inForce(at now: UnixTime) -> [Alert] {
        let isLongAgo = age(at: now) >= Self.endlessHold
        return alerts.filter { $0.ends != nil || !isLongAgo }.inForce(at: now)
    }

    /// When alerts without an end are no longer believed; nil when there are none.
    public var endOfEndless: UnixTime? {
        alerts.contains { $0.ends == nil } ? fetchedAt.advanced(by: Self.endlessHold) : nil
    }
}

extension Report {
    /// The warnings that came with the forecast; nil from a provider that sends none with it.
    public var warnings: AlertReport? {
        alerts.map { AlertReport(coordinate: coordinate, provider: provider, fetchedAt: fetchedAt, alerts: $0) }
    }
}

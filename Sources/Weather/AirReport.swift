/// What one provider knew of the air at one place, at one time.
public struct AirReport: ProviderReport, Hashable, Codable {
    /// The position that was asked for.
    public var coordinate: Coordinate
    /// As tzdata names it; nil when the provider does not say.
    public var timeZone: String?
    public var provider: Provider
    public var fetchedAt: UnixTime
    public var promise: Promise?
    /// Hour by hour, in the order of time; with one element when the provider tells only the present.
    public var hours: [AirQuality]

    public init(
        coordinate: Coordinate, timeZone: String? = nil, provider: Provider, fetchedAt: UnixTime,
        promise: Promise? = nil, hours: [AirQuality] = []
    ) {
        self.coordinate = coordinate
        self.timeZone = timeZone
        self.provider = provider
        self.fetchedAt = fetchedAt
        self.promise = promise
        self.hours = hours
    }

    /// For how long the air of one hour says something of the air after it, seconds.
    private static let reach = 2 * 3600

    /// The air at `now`; nil when the report says nothing of it.
    public func air(at now: UnixTime) -> AirQuality? {
        guard let air = hours.last(where: { $0.time <= now }) ?? hours.first else { return nil }
        return abs(now.seconds(since: air.time)) < Self.reach ? air : nil
    }

    /// The next moment after `now` at which `air(at:)` says otherwise; nil when none is to come.
    public func nextTurn(after now: UnixTime) -> UnixTime? {
        var turns = hours.map(\.time)
        if let first = turns.first { turns.append(first.advanced(by: 1 - Self.reach)) }
        if let last = hours.last(where: { $0.time <= now }) { turns.append(last.time.advanced(by: Self.reach)) }
        return turns.filter { $0 > now }.min()
    }
}

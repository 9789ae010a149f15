/// A provider's air quality for one place, at one time.
public struct AirReport: ProviderReport, Hashable, Codable {
    /// The requested position.
    public var coordinate: Coordinate
    /// As in tzdata; nil when not given.
    public var timeZone: String?
    public var provider: Provider
    public var fetchedAt: UnixTime
    public var httpFreshness: HTTPFreshness?
    public var clock: ClockRecord?
    /// Hourly, in order of time; a single element when the provider gives only current values.
    public var hours: [AirQuality]
    public var missing: [ReportGap] = []

    private enum CodingKeys: String, CodingKey {
        case coordinate, timeZone, provider, fetchedAt
        case httpFreshness = "promise"
        case clock
        case hours, missing
    }

    public init(
        coordinate: Coordinate, timeZone: String? = nil, provider: Provider, fetchedAt: UnixTime,
        httpFreshness: HTTPFreshness? = nil, hours: [AirQuality] = []
    ) {
        self.coordinate = coordinate
        self.timeZone = timeZone
        self.provider = provider
        self.fetchedAt = fetchedAt
        self.httpFreshness = httpFreshness
        self.hours = hours
    }

    /// How long the values of an hour remain valid after it, s.
    private static let reach = 2 * 3600

    /// The values at `now`; nil when the report does not cover it.
    public func air(at now: UnixTime) -> AirQuality? {
        guard let air = hours.last(where: { $0.time <= now }) ?? hours.first else { return nil }
        return abs(now.seconds(since: air.time)) < Self.reach ? air : nil
    }

    /// The next change of `air(at:)` after `now`; nil for none.
    public func nextChange(after now: UnixTime) -> UnixTime? {
        var turns = hours.map(\.time)
        if let first = turns.first { turns.append(first.advanced(by: 1 - Self.reach)) }
        if let last = hours.last(where: { $0.time <= now }) { turns.append(last.time.advanced(by: Self.reach)) }
        return turns.filter { $0 > now }.min()
    }
}

extension AirReport {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            coordinate: try container.decode(Coordinate.self, forKey: .coordinate),
            timeZone: try container.decodeIfPresent(String.self, forKey: .timeZone),
            provider: try container.decode(Provider.self, forKey: .provider),
            fetchedAt: try container.decode(UnixTime.self, forKey: .fetchedAt),
            httpFreshness: try container.decodeIfPresent(HTTPFreshness.self, forKey: .httpFreshness),
            hours: try container.decode([AirQuality].self, forKey: .hours))
        clock = try container.decodeIfPresent(ClockRecord.self, forKey: .clock)
        missing = container.gaps(forKey: .missing)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(coordinate, forKey: .coordinate)
        try container.encodeIfPresent(timeZone, forKey: .timeZone)
        try container.encode(provider, forKey: .provider)
        try container.encode(fetchedAt, forKey: .fetchedAt)
        try container.encodeIfPresent(httpFreshness, forKey: .httpFreshness)
        try container.encodeIfPresent(clock, forKey: .clock)
        try container.encode(hours, forKey: .hours)
        try container.encodeGaps(missing, forKey: .missing)
    }
}

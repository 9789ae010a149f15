/// The events that were reported for each place, so that each is reported once: not again with every fetch, nor when a forecast
/// varies, nor after a restart.
public struct NotificationHistory: Sendable, Hashable, Codable {
    /// The events to report now.
    public struct News: Sendable, Hashable {
        public var events: [WeatherEvent]
        /// Alerts that are no longer in force.
        public var over: [Alert]

        public init(events: [WeatherEvent] = [], over: [Alert] = []) {
            self.events = events
            self.over = over
        }
    }

    private struct Entry: Sendable, Hashable, Codable {
        var coordinate: Coordinate
        var history: PlaceHistory

        /// The names in told.json.
        private enum CodingKeys: String, CodingKey {
            case coordinate
            case history = "told"
        }
    }

    /// The place with the latest event is first.
    private var entries: [Entry] = []
    /// nil for none.
    private var clock: ClockHistory?

    /// The most places to keep: all favourites, whose warnings may be reported, and recent other places.
    static let limit = 256

    public init() {}

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        entries = try container.nestedUnkeyedContainer(forKey: .entries)
            .elements(upTo: Self.limit, of: "places", in: decoder)
        clock = try container.decodeIfPresent(ClockHistory.self, forKey: .clock)
    }

    private enum CodingKeys: CodingKey {
        case entries, clock
    }

    /// The events at a place that are due now, which then count as reported.
    ///
    /// - Parameter kinds: the events with a reaction. Alerts are always reported.
    public mutating func take(
        _ context: EventContext, at coordinate: Coordinate, _ kinds: Set<WeatherEvent.Kind>
    ) -> News {
        let former = history(at: coordinate)
        var history = former
        var news = history.take(context, kinds)
        var clock = clock ?? ClockHistory()
        news.events += clock.take(context, kinds)
        self.clock = clock == ClockHistory() ? nil : clock
        guard history != former else { return news }
        entries.removeAll { $0.coordinate == coordinate.rounded }
        if history != PlaceHistory() { entries.insert(Entry(coordinate: coordinate.rounded, history: history), at: 0) }
        entries = Array(entries.prefix(Self.limit))
        return news
    }

    /// The next time at which the clock alone causes an event there; nil for none.
    public func nextChange(of context: EventContext, at coordinate: Coordinate, _ kinds: Set<WeatherEvent.Kind>)
        -> UnixTime?
    {
        let moments = [
            history(at: coordinate).nextChange(of: context, kinds),
            (clock ?? ClockHistory()).nextChange(of: context, kinds),
        ]
        return moments.compactMap(\.self).min()
    }

    private func history(at coordinate: Coordinate) -> PlaceHistory {
        let place = coordinate.rounded
        if let entry = entries.first(where: { $0.coordinate == place }) { return entry.history }
        // A short move does not change the weather.
        return entries.first { $0.coordinate.isNear(place) }?.history.inherited ?? PlaceHistory()
    }
}

extension Coordinate {
    /// Whether both have the same weather: within some 20 km.
    fileprivate func isNear(_ other: Coordinate) -> Bool {
        let longitudes = abs(longitude - other.longitude)
        return abs(latitude - other.latitude) <= 0.2 && min(longitudes, 360 - longitudes) <= 0.3
    }
}

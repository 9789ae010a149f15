/// What has been told of each place, so that every occasion is told once: not again with every report, nor when a forecast
/// wavers, nor after a restart.
public struct ToldOccasions: Sendable, Hashable, Codable {
    /// What is to be told now.
    public struct News: Sendable, Hashable {
        public var occasions: [Occasion]
        /// Alerts that are no longer in force.
        public var over: [Alert]

        public init(occasions: [Occasion] = [], over: [Alert] = []) {
            self.occasions = occasions
            self.over = over
        }
    }

    private struct Entry: Sendable, Hashable, Codable {
        var coordinate: Coordinate
        var told: Told
    }

    /// The place that something was told of last comes first.
    private var entries: [Entry] = []

    /// How many places are remembered.
    static let limit = 32

    public init() {}

    /// What comes about at a place now, and is to be told.
    ///
    /// - Parameter kinds: what is wanted to be known. Alerts always are.
    public mutating func take(
        _ situation: Situation, at coordinate: Coordinate, _ kinds: Set<Occasion.Kind>
    ) -> News {
        let former = told(at: coordinate)
        var told = former
        let news = told.take(situation, kinds)
        guard told != former else { return news }
        entries.removeAll { $0.coordinate == coordinate.rounded }
        if told != Told() { entries.insert(Entry(coordinate: coordinate.rounded, told: told), at: 0) }
        entries = Array(entries.prefix(Self.limit))
        return news
    }

    /// The earliest moment after now at which something comes about there by the clock alone; nil when nothing does.
    public func nextTurn(of situation: Situation, at coordinate: Coordinate, _ kinds: Set<Occasion.Kind>) -> UnixTime? {
        told(at: coordinate).nextTurn(of: situation, kinds)
    }

    private func told(at coordinate: Coordinate) -> Told {
        let place = coordinate.rounded
        if let entry = entries.first(where: { $0.coordinate == place }) { return entry.told }
        // Who goes for a walk has the same weather still.
        return entries.first { $0.coordinate.isNear(place) }?.told.inherited ?? Told()
    }
}

extension Coordinate {
    /// Whether the weather of one is the other's as well: within some 20 km.
    fileprivate func isNear(_ other: Coordinate) -> Bool {
        let longitudes = abs(longitude - other.longitude)
        return abs(latitude - other.latitude) <= 0.2 && min(longitudes, 360 - longitudes) <= 0.3
    }
}

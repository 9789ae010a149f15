/// The sea at one moment. Values that the provider does not give are nil.
public struct MarineHour: Sendable, Hashable, Codable {
    public var time: UnixTime
    /// The significant height of wind waves and swell together: the mean of the highest third, m.
    @Thousandths public var waveHeight: Double?
    /// Where the waves come from, degrees, as for wind waves and swell.
    @Thousandths public var waveDirection: Double?
    /// The mean period, s, as for wind waves and swell.
    @Thousandths public var wavePeriod: Double?
    @Thousandths public var windWaveHeight: Double?
    @Thousandths public var windWaveDirection: Double?
    @Thousandths public var windWavePeriod: Double?
    @Thousandths public var swellHeight: Double?
    @Thousandths public var swellDirection: Double?
    @Thousandths public var swellPeriod: Double?
    /// At the surface, °C.
    @Thousandths public var waterTemperature: Double?
    /// m/s.
    @Thousandths public var currentSpeed: Double?
    /// Where the current flows to, degrees; waves and wind have the direction that they come from.
    @Thousandths public var currentDirection: Double?
    /// Above mean sea level, with the tide and the weather, m.
    @Thousandths public var seaLevel: Double?

    public init(time: UnixTime) {
        self.time = time
    }

    /// s; real periods end at about 30.
    private static let periods = 0.0...40
    /// m/s, several times the fastest tidal current.
    private static let currents = 0.0...10

    /// Without impossible values, and without the direction and period of absent waves, which services send as 0.
    public var plausible: MarineHour {
        var hour = self
        (hour.waveDirection, hour.wavePeriod) = Self.shape(waveHeight, waveDirection, wavePeriod)
        (hour.windWaveDirection, hour.windWavePeriod) = Self.shape(windWaveHeight, windWaveDirection, windWavePeriod)
        (hour.swellDirection, hour.swellPeriod) = Self.shape(swellHeight, swellDirection, swellPeriod)
        if let speed = currentSpeed, !Self.currents.contains(speed) { hour.currentSpeed = nil }
        if hour.currentSpeed == nil || hour.currentSpeed == 0 { hour.currentDirection = nil }
        if hour.currentDirection == 360 { hour.currentDirection = 0 }
        return hour
    }

    private static func shape(
        _ height: Double?, _ direction: Double?, _ period: Double?
    ) -> (direction: Double?, period: Double?) {
        guard height != 0, period != 0 else { return (nil, nil) }
        return (direction == 360 ? 0 : direction, period.flatMap { periods.contains($0) ? $0 : nil })
    }

    /// Whether any value is known.
    public var isKnown: Bool { Self.quantities.contains { $0.get(self) != nil } }

    /// Every number of the sea, in the order of the JSON.
    public static let quantities: [Quantity<MarineHour>] = [
        Quantity("waveHeight", .waveHeight, { $0.waveHeight }, { $0.waveHeight = $1 }),
        Quantity("waveDirection", .direction, { $0.waveDirection }, { $0.waveDirection = $1 }),
        Quantity("wavePeriod", .seconds, { $0.wavePeriod }, { $0.wavePeriod = $1 }),
        Quantity("windWaveHeight", .waveHeight, { $0.windWaveHeight }, { $0.windWaveHeight = $1 }),
        Quantity("windWaveDirection", .direction, { $0.windWaveDirection }, { $0.windWaveDirection = $1 }),
        Quantity("windWavePeriod", .seconds, { $0.windWavePeriod }, { $0.windWavePeriod = $1 }),
        Quantity("swellHeight", .waveHeight, { $0.swellHeight }, { $0.swellHeight = $1 }),
        Quantity("swellDirection", .direction, { $0.swellDirection }, { $0.swellDirection = $1 }),
        Quantity("swellPeriod", .seconds, { $0.swellPeriod }, { $0.swellPeriod = $1 }),
        Quantity("waterTemperature", .temperature, { $0.waterTemperature }, { $0.waterTemperature = $1 }),
        Quantity("currentSpeed", .speed, { $0.currentSpeed }, { $0.currentSpeed = $1 }),
        Quantity("currentDirection", .direction, { $0.currentDirection }, { $0.currentDirection = $1 }),
        Quantity("seaLevel", .seaLevel, { $0.seaLevel }, { $0.seaLevel = $1 }),
    ]
}

/// A provider's forecast of the sea near one place, at one time.
public struct MarineReport: ProviderReport, Hashable, Codable {
    /// The requested position; the values are for the nearest cell of the model.
    public var coordinate: Coordinate
    /// As in tzdata; nil when not given.
    public var timeZone: String?
    public var provider: Provider
    public var fetchedAt: UnixTime
    public var httpFreshness: HTTPFreshness?
    public var clock: ClockRecord?
    /// Hourly, in order of time.
    public var hours: [MarineHour]
    public var missing: [ReportGap] = []

    private enum CodingKeys: CodingKey {
        case coordinate, timeZone, provider, fetchedAt, httpFreshness, clock, hours, missing
    }

    public init(
        coordinate: Coordinate, timeZone: String? = nil, provider: Provider, fetchedAt: UnixTime,
        httpFreshness: HTTPFreshness? = nil, hours: [MarineHour]
    ) {
        self.coordinate = coordinate
        self.timeZone = timeZone
        self.provider = provider
        self.fetchedAt = fetchedAt
        self.httpFreshness = httpFreshness
        self.hours = hours
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            coordinate: try container.decode(Coordinate.self, forKey: .coordinate),
            timeZone: try container.textIfPresent(forKey: .timeZone, upTo: Locality.longestTimeZone),
            provider: try container.decode(Provider.self, forKey: .provider),
            fetchedAt: try container.decode(UnixTime.self, forKey: .fetchedAt),
            httpFreshness: try container.decodeIfPresent(HTTPFreshness.self, forKey: .httpFreshness),
            hours: try container.decode([MarineHour].self, forKey: .hours).map { MarineHour.quantities.plausible($0) })
        clock = try container.decodeIfPresent(ClockRecord.self, forKey: .clock)
        missing = container.gaps(forKey: .missing)
        guard hours.count <= Report.mostHours, hours.isSorted(by: \.time) else { throw ReportMisfit() }
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

    /// How long the values of an hour remain valid after it, s.
    private static let reach = 2 * 3600

    /// The sea at `now`; nil when the report does not cover it.
    public func hour(at now: UnixTime) -> MarineHour? {
        guard let hour = hours.last(where: { $0.time <= now }) ?? hours.first else { return nil }
        return abs(now.seconds(since: hour.time)) < Self.reach ? hour : nil
    }

    /// The next change of `hour(at:)` after `now`; nil for none.
    public func nextChange(after now: UnixTime) -> UnixTime? {
        let ends = hours.last.map { [$0.time.advanced(by: Self.reach)] } ?? []
        return (hours.map(\.time) + ends).first { $0 > now }
    }
}

/// A high or low water.
public struct Tide: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
        case high, low
    }

    public var kind: Kind
    /// Computed from hourly levels of a model with cells of 8 km: within about half an hour, and not for navigation.
    public var time: UnixTime
    /// Above mean sea level, m.
    public var level: Double
}

extension MarineReport {
    /// An adjacent high and low that differ by less are not a tide, m.
    private static let leastDifference = 0.1
    /// Seconds.
    private static let leastInterval = 2 * 3600
    /// Where the level varies by less in a day, as in the Baltic Sea, no tides are computed, m.
    private static let leastRange = 0.2

    /// High and low water from `start` on, from the sea levels; empty without them, and where there is hardly any tide.
    public func tides(from start: UnixTime) -> [Tide] {
        runs.flatMap(Self.tides).filter { $0.time >= start }
    }

    /// The levels of consecutive hours.
    private var runs: [[(time: UnixTime, level: Double)]] {
        var runs: [[(time: UnixTime, level: Double)]] = []
        for hour in hours {
            guard let level = hour.seaLevel else { continue }
            if let last = runs.last?.last, hour.time.seconds(since: last.time) == 3600 {
                runs[runs.count - 1].append((hour.time, level))
            } else {
                runs.append([(hour.time, level)])
            }
        }
        return runs
    }

    /// The vertices of parabolas through each extreme and its neighbours.
    private static func tides(of run: [(time: UnixTime, level: Double)]) -> [Tide] {
        let levels = run.map(\.level)
        guard let highest = levels.max(), let lowest = levels.min(), highest - lowest >= leastRange else { return [] }
        var tides: [Tide] = []
        var index = 1
        while index < run.count - 1 {
            // Levels are rounded to centimetres, so several hours may be the highest.
            var end = index
            while end < run.count - 1, levels[end + 1] == levels[index] { end += 1 }
            defer { index = end + 1 }
            guard end < run.count - 1 else { break }
            let (before, level, after) = (levels[index - 1], levels[index], levels[end + 1])
            guard (before < level) == (after < level), before != level else { continue }
            let middle = run[index].time.advanced(by: (end - index) * 1800)
            let curvature = before - 2 * level + after
            let offset =
                end > index || abs(curvature) < 1e-9
                ? 0 : min(max(0.5 * (before - after) / curvature, -0.5), 0.5)
            tides.append(
                Tide(
                    kind: before < level ? .high : .low,
                    time: middle.advanced(by: Int((offset * 3600).rounded())),
                    level: level - 0.25 * (before - after) * offset))
        }
        return withoutRipples(tides)
    }

    private static func withoutRipples(_ tides: [Tide]) -> [Tide] {
        var tides = tides
        while let index = tides.indices.dropLast().first(where: { index in
            abs(tides[index].level - tides[index + 1].level) < leastDifference
                || tides[index + 1].time.seconds(since: tides[index].time) < leastInterval
        }) {
            tides.removeSubrange(index...index + 1)
        }
        return tides
    }
}

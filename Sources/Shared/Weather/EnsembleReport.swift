/// A provider's ensemble forecast for one place: how far the members differ, day by day.
public struct EnsembleReport: ProviderReport, Hashable, Codable {
    /// The requested position.
    public var coordinate: Coordinate
    public var provider: Provider
    public var fetchedAt: UnixTime
    public var httpFreshness: HTTPFreshness?
    public var clock: ClockRecord?
    /// In order of time.
    public var days: [EnsembleDay]
    public var missing: [ReportGap] = []

    private enum CodingKeys: CodingKey {
        case coordinate, provider, fetchedAt, httpFreshness, clock, days, missing
    }

    public init(
        coordinate: Coordinate, provider: Provider, fetchedAt: UnixTime, httpFreshness: HTTPFreshness? = nil,
        days: [EnsembleDay]
    ) {
        self.coordinate = coordinate
        self.provider = provider
        self.fetchedAt = fetchedAt
        self.httpFreshness = httpFreshness
        self.days = days
    }

    /// The age from which it is not used, s: four newer runs were missed.
    private static let lifetime = 86_400

    /// The spread on a date; nil when unknown, or too old.
    public func day(_ date: CalendarDate, at now: UnixTime) -> EnsembleDay? {
        isAhead(of: now) || age(at: now) > Self.lifetime ? nil : days.first { $0.date == date }
    }

    /// When `day(_:at:)` next changes after `now`, except with the date; nil for never.
    public func nextChange(after now: UnixTime) -> UnixTime? {
        let end = fetchedAt.advanced(by: Self.lifetime + 1)
        return end > now ? end : nil
    }
}

extension EnsembleReport {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            coordinate: try container.decode(Coordinate.self, forKey: .coordinate),
            provider: try container.decode(Provider.self, forKey: .provider),
            fetchedAt: try container.decode(UnixTime.self, forKey: .fetchedAt),
            httpFreshness: try container.decodeIfPresent(HTTPFreshness.self, forKey: .httpFreshness),
            days: try container.decode([EnsembleDay].self, forKey: .days))
        clock = try container.decodeIfPresent(ClockRecord.self, forKey: .clock)
        missing = container.gaps(forKey: .missing)
        guard days.count <= Report.mostDays, days.isSorted(by: \.date) else { throw ReportMisfit() }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(coordinate, forKey: .coordinate)
        try container.encode(provider, forKey: .provider)
        try container.encode(fetchedAt, forKey: .fetchedAt)
        try container.encodeIfPresent(httpFreshness, forKey: .httpFreshness)
        try container.encodeIfPresent(clock, forKey: .clock)
        try container.encode(days, forKey: .days)
        try container.encodeGaps(missing, forKey: .missing)
    }
}

/// How far the members of an ensemble differ on one day.
public struct EnsembleDay: Sendable, Hashable, Codable {
    public var date: CalendarDate
    /// The number of members, with the control run.
    public var members: Int
    /// The spread of the high, °C; nil when unknown.
    public var high: Spread?
    /// The spread of the low, °C; nil when unknown.
    public var low: Spread?
    /// The spread of the precipitation total, mm; nil when unknown.
    public var precipitation: Spread?

    public init(
        date: CalendarDate, members: Int, high: Spread? = nil, low: Spread? = nil, precipitation: Spread? = nil
    ) {
        (self.date, self.members) = (date, members)
        (self.high, self.low, self.precipitation) = (high, low, precipitation)
    }

    /// More members than any ensemble has.
    private static let mostMembers = 1000

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func spread(_ key: CodingKeys, _ range: ClosedRange<Double>) throws -> Spread? {
            let spread = try container.decodeIfPresent(Spread.self, forKey: key)
            return spread.flatMap { range.contains($0.from) && range.contains($0.to) ? $0 : nil }
        }
        self.init(
            date: try container.decode(CalendarDate.self, forKey: .date),
            members: try container.count(forKey: .members, upTo: Self.mostMembers),
            high: try spread(.high, QuantityKind.temperature.range),
            low: try spread(.low, QuantityKind.temperature.range),
            precipitation: try spread(.precipitation, Quantity<Day>.precipitation.range))
    }
}

/// The range that contains 80% of an ensemble's members. It is not a probability: ensembles are often underdispersive.
public struct Spread: Sendable, Hashable, Codable {
    /// The 10th percentile.
    public var from: Double
    /// The 90th percentile; not below `from`.
    public var to: Double

    /// The minimum number of members for these percentiles.
    public static let leastMembers = 10

    /// nil when `to` is below `from`.
    public init?(from: Double, to: Double) {
        guard from <= to else { return nil }
        (self.from, self.to) = (from, to)
    }

    /// Rounds to three decimals, like the other numbers of a report.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func number(_ key: CodingKeys) throws -> Double? {
            Thousandths(wrappedValue: try container.decode(Double.self, forKey: key)).wrappedValue
        }
        guard let from = try number(.from), let to = try number(.to), from <= to else { throw ReportMisfit() }
        (self.from, self.to) = (from, to)
    }

    /// The percentiles of the members' values, interpolated linearly between them (definition 7 of Hyndman and Fan,
    /// "Sample Quantiles in Statistical Packages", The American Statistician, 1996); nil for fewer than `leastMembers`.
    public init?(of values: [Double]) {
        guard values.count >= Self.leastMembers else { return nil }
        let sorted = values.sorted()
        func percentile(_ share: Double) -> Double {
            let position = Double(sorted.count - 1) * share
            let index = Int(position)
            let rest = position - Double(index)
            return rest == 0 ? sorted[index] : sorted[index] + (sorted[index + 1] - sorted[index]) * rest
        }
        self.init(from: percentile(0.1), to: percentile(0.9))
    }
}

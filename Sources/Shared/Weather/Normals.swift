import Formats

/// The normals for each date: the mean daily high and low over some years.
public struct Normals: Sendable, Hashable {
    /// °C for each date of a leap year; nil when unknown.
    public let highs: [Double?]
    public let lows: [Double?]

    /// The dates of a leap year.
    public static let dates = 366

    /// Days before and after a date that count for it: ten values for the date alone would be too noisy.
    private static let margin = 7
    /// The minimum number of days of a mean: five of a window in each of ten years.
    private static let leastDays = 50

    /// A day of the past; nil for an unknown temperature, °C.
    public typealias DayOfPast = (date: CalendarDate, high: Double?, low: Double?)

    /// - Parameter days: of whole years, in any order. 29 February is a separate date, which is missing in most years, so its
    ///   mean equals its neighbours'.
    public init(of days: [DayOfPast]) {
        highs = Self.means(days.map { ($0.date, $0.high) })
        lows = Self.means(days.map { ($0.date, $0.low) })
    }

    /// - Returns: nil unless there is a value for each date of a leap year.
    public init?(highs: [Double?], lows: [Double?]) {
        guard highs.count == Self.dates, lows.count == Self.dates else { return nil }
        (self.highs, self.lows) = (highs, lows)
    }

    /// Whether all normals are unknown.
    public var isEmpty: Bool { (highs + lows).allSatisfy { $0 == nil } }

    /// The normal highest temperature of a date, °C; nil when unknown.
    public func high(on date: CalendarDate) -> Double? { date.indexInLeapYear.flatMap { highs[$0] } }

    /// The normal lowest temperature of a date, °C; nil when unknown.
    public func low(on date: CalendarDate) -> Double? { date.indexInLeapYear.flatMap { lows[$0] } }

    private static func means(_ values: [(date: CalendarDate, value: Double?)]) -> [Double?] {
        var sums = Array(repeating: (sum: 0.0, count: 0), count: dates)
        for (date, value) in values {
            guard let value, let index = date.indexInLeapYear else { continue }
            sums[index].sum += value
            sums[index].count += 1
        }
        return sums.indices.map { index in
            var (sum, count) = (0.0, 0)
            for offset in -margin...margin {
                // A year ends where the next begins.
                let one = sums[(index + offset + dates) % dates]
                (sum, count) = (sum + one.sum, count + one.count)
            }
            // Rounded to the decimals that are stored.
            return count < leastDays ? nil : Thousandths(wrappedValue: sum / Double(count)).wrappedValue
        }
    }
}

extension CalendarDate {
    /// 0 for 1 January to 365 for 31 December, in the calendar of a leap year; nil when there is no such date.
    fileprivate var indexInLeapYear: Int? {
        func length(_ month: Int) -> Int { GregorianCalendar.length(ofMonth: month, in: 2000) }
        guard (1...12).contains(month), (1...length(month)).contains(day) else { return nil }
        return (1..<month).reduce(day - 1) { $0 + length($1) }
    }
}

/// A provider's normals for one place.
public struct NormalsReport: ProviderReport, Hashable {
    /// The requested position.
    public var coordinate: Coordinate
    public var provider: Provider
    public var fetchedAt: UnixTime
    public var httpFreshness: HTTPFreshness?
    public var clock: ClockRecord?
    public var normals: Normals
    public var missing: [ReportGap] = []

    public init(
        coordinate: Coordinate, provider: Provider, fetchedAt: UnixTime, httpFreshness: HTTPFreshness? = nil,
        normals: Normals
    ) {
        self.coordinate = coordinate
        self.provider = provider
        self.fetchedAt = fetchedAt
        self.httpFreshness = httpFreshness
        self.normals = normals
    }
}

/// In two columns of 366 values.
extension NormalsReport: Codable {
    private enum CodingKeys: String, CodingKey {
        case coordinate, provider, fetchedAt
        case httpFreshness = "promise"
        case clock, dates, missing
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let dates = try container.decode(ColumnTable.self, forKey: .dates)
        func column(_ name: String) throws -> [Double?] {
            try dates.column(name).map {
                Thousandths(integer: $0).wrappedValue.within(QuantityKind.temperature.range)
            }
        }
        guard let normals = Normals(highs: try column("high"), lows: try column("low")) else { throw ReportMisfit() }
        self.init(
            coordinate: try container.decode(Coordinate.self, forKey: .coordinate),
            provider: try container.decode(Provider.self, forKey: .provider),
            fetchedAt: try container.decode(UnixTime.self, forKey: .fetchedAt),
            httpFreshness: try container.decodeIfPresent(HTTPFreshness.self, forKey: .httpFreshness), normals: normals)
        clock = try container.decodeIfPresent(ClockRecord.self, forKey: .clock)
        missing = container.gaps(forKey: .missing)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(coordinate, forKey: .coordinate)
        try container.encode(provider, forKey: .provider)
        try container.encode(fetchedAt, forKey: .fetchedAt)
        try container.encodeIfPresent(httpFreshness, forKey: .httpFreshness)
        try container.encodeIfPresent(clock, forKey: .clock)
        var dates = ColumnTable()
        for (name, values) in [("high", normals.highs), ("low", normals.lows)] {
            dates.set(name, values.map { Thousandths(wrappedValue: $0).integer })
        }
        try container.encode(dates, forKey: .dates)
        try container.encodeGaps(missing, forKey: .missing)
    }
}

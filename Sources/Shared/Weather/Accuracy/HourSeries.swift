/// The values of one hour that are compared. nil is unknown.
public struct HourValues: Sendable, Hashable {
    /// At the beginning of the hour, °C.
    @Thousandths public var temperature: Double?
    /// Mean wind at the beginning of the hour, m/s.
    @Thousandths public var wind: Double?
    /// Precipitation of the hour, mm.
    @Thousandths public var precipitation: Double?

    /// Values beyond these are errors of a sensor or a service. They also bound the size of the file.
    private static let temperatures = -100.0...70.0
    private static let winds = 0.0...150.0
    private static let amounts = 0.0...500.0

    public init(temperature: Double? = nil, wind: Double? = nil, precipitation: Double? = nil) {
        self.temperature = temperature.flatMap { Self.temperatures.contains($0) ? $0 : nil }
        self.wind = wind.flatMap { Self.winds.contains($0) ? $0 : nil }
        self.precipitation = precipitation.flatMap { Self.amounts.contains($0) ? $0 : nil }
    }

    public var isEmpty: Bool { temperature == nil && wind == nil && precipitation == nil }
}

/// Consecutive hours, some of which may be empty. Hours are counted from 1970-01-01T00:00Z.
public struct HourSeries: Sendable, Hashable {
    /// The first hour.
    public private(set) var start = 0
    public private(set) var values: [HourValues] = []

    /// The valid hours: the years 1970 to 2300.
    public static let hours = 0...2_900_000
    /// The longest series: a leap year.
    public static let longest = 366 * 24

    public init() {}

    /// - Parameter values: the last `longest` are kept.
    public init(start: Int, values: [HourValues]) {
        let excess = max(0, values.count - Self.longest)
        (self.start, self.values) = (start + excess, Array(values.dropFirst(excess)))
    }

    /// After the last hour.
    public var end: Int { start + values.count }

    public subscript(hour: Int) -> HourValues {
        hour >= start && hour < end ? values[hour - start] : HourValues()
    }

    /// Sets an hour. If the series becomes too long, a late hour removes the first ones, and an early one is ignored.
    mutating func set(_ hour: Int, _ value: HourValues) {
        guard Self.hours.contains(hour) else { return }
        if values.isEmpty || hour - Self.longest >= end { self = HourSeries(start: hour, values: [value]) }
        guard hour > end - Self.longest - 1 else { return }
        if hour < start {
            values.insert(contentsOf: repeatElement(HourValues(), count: start - hour), at: 0)
            start = hour
        }
        while end <= hour { values.append(HourValues()) }
        values[hour - start] = value
        if values.count > Self.longest { self = HourSeries(start: start, values: values) }
    }

    /// Removes the hours before this one.
    mutating func drop(before hour: Int) {
        guard hour > start else { return }
        values.removeFirst(min(hour - start, values.count))
        start = hour
    }
}

/// The last year's forecasts for a place and the measurements of a station there.
///
/// Hours are taken from services and stations. The machine's clock is used only for the time of a fetch, which must
/// agree with the report, and for the age of a measurement.
public struct AccuracyArchive: Sendable, Hashable {
    /// The lead time of a forecast. The raw value is the minimum number of hours between its fetch and the hour it is
    /// for; the maximum is six more.
    public enum LeadTime: Int, Sendable, Hashable, CaseIterable {
        case oneDay = 24
        case twoDays = 48
    }

    /// A provider's forecasts.
    public struct Forecasts: Sendable, Hashable {
        /// The provider's `id`, as in config.toml.
        public var provider: String
        /// The sampling period of the last forecast; nil for none.
        public var sampled: Int?
        /// The sampling period of the last request as the second provider, successful or not; nil for none.
        public var asked: Int?
        public var series: [LeadTime: HourSeries]

        public init(
            provider: String, sampled: Int? = nil, asked: Int? = nil, series: [LeadTime: HourSeries] = [:]
        ) {
            (self.provider, self.sampled, self.asked, self.series) = (provider, sampled, asked, series)
        }
    }

    /// The position, at most 0.8 km from the place.
    public let position: Coordinate
    /// Shifts the sampling periods, s in 0..<21,600. Otherwise all installations would request the second provider at
    /// the same time.
    public let phase: Int
    public var measured: HourSeries
    /// The time of the newest measurement taken; nil before the first.
    public internal(set) var lastMeasured: UnixTime?
    /// At most `providersLimit`.
    public var forecasts: [Forecasts]
    /// The `id` of the provider that `providers = "best"` prefers; nil before the first decision.
    public var preferred: String?

    /// Places this close share an archive and an order of providers, m: automatic location varies, and so do grid
    /// cells.
    public static let nearness = 5000.0
    /// A forecast is taken, and the second provider requested, once in this time, s.
    public static let samplingPeriod = 6 * 3600
    /// The number of services. It keeps the file below 2 MB.
    public static let providersLimit = 5
    /// The valid numbers of sampling periods.
    public static let periods =
        UnixTime.distantPast.seconds / samplingPeriod...UnixTime.distantFuture.seconds / samplingPeriod + 1

    public init(
        position: Coordinate, phase: Int = 0, measured: HourSeries = HourSeries(), lastMeasured: UnixTime? = nil,
        forecasts: [Forecasts] = [], preferred: String? = nil
    ) {
        self.position = position.coarse
        self.phase = phase
        self.measured = measured
        self.lastMeasured = lastMeasured
        self.forecasts = Array(forecasts.prefix(Self.providersLimit))
        self.preferred = preferred
    }

    /// The number of the sampling period that contains a moment.
    public func period(at moment: UnixTime) -> Int { (moment.seconds + phase) / Self.samplingPeriod }

    /// Whether a place uses this archive.
    public func isNear(_ place: Coordinate) -> Bool { position.distance(to: place) <= Self.nearness }

    public func forecasts(of provider: String) -> Forecasts? { forecasts.first { $0.provider == provider } }

    /// Whether a forecast of the provider, fetched at this time, is still missing.
    public func needsForecast(of provider: String, fetchedAt moment: UnixTime) -> Bool {
        forecasts(of: provider)?.sampled != period(at: moment)
    }

    /// Whether the provider may be requested as the second one: once in a sampling period.
    public func mayAsk(_ provider: String, at moment: UnixTime) -> Bool {
        let known = forecasts(of: provider)
        return known?.sampled != period(at: moment) && known?.asked != period(at: moment)
    }

    /// Records that the provider is requested.
    public mutating func ask(_ provider: String, at moment: UnixTime) {
        let period = period(at: moment)
        change(provider) { $0.asked = period }
    }

    mutating func change(_ provider: String, _ change: (inout Forecasts) -> Void) {
        if let index = forecasts.firstIndex(where: { $0.provider == provider }) { return change(&forecasts[index]) }
        if forecasts.count >= Self.providersLimit,
            let oldest = forecasts.indices.min(by: { forecasts[$0].sampled ?? 0 < forecasts[$1].sampled ?? 0 })
        {
            forecasts.remove(at: oldest)
        }
        var new = Forecasts(provider: provider)
        change(&new)
        forecasts.append(new)
    }
}

// Which hours of a forecast and which measurements are kept.
extension AccuracyArchive {
    /// The hours that one forecast contributes for each lead time: those until the next forecast is taken.
    private static let hoursASample = samplingPeriod / 3600
    /// A report whose own times are later than this after its fetch shows that the clock is behind, s.
    private static let clockTolerance = 3600
    /// Current conditions older than this at their fetch show that the clock is ahead, s: services' are up to 90
    /// minutes old.
    private static let longestPresent = 3 * 3600

    /// Takes the hours of a forecast that are 24 to 30 and 48 to 54 hours ahead.
    ///
    /// - Returns: false for sample data, and when the report contradicts the clock by which it was fetched.
    @discardableResult
    public mutating func take(_ report: Report) -> Bool {
        guard !report.provider.isSample, Self.isPlausible(report) else { return false }
        let hours = Dictionary(
            report.hours.filter { $0.time.seconds % 3600 == 0 }.map { ($0.time.seconds / 3600, $0.conditions) },
            uniquingKeysWith: { first, _ in first })
        let period = period(at: report.fetchedAt)
        change(report.provider.id) { forecasts in
            forecasts.sampled = period
            for lead in LeadTime.allCases {
                let first = (report.fetchedAt.seconds + 3599) / 3600 + lead.rawValue
                for hour in first..<first + Self.hoursASample {
                    guard let conditions = hours[hour] else { continue }
                    forecasts.series[lead, default: HourSeries()].set(hour, HourValues(conditions))
                }
            }
        }
        forget()
        return true
    }

    /// Whether the report agrees with the clock at its fetch. MET Norway's contains only the time of the model run, so
    /// a clock up to 18 hours ahead is not detected; with other providers, up to three hours.
    private static func isPlausible(_ report: Report) -> Bool {
        guard let first = report.hours.first else { return false }
        func isPlausible(_ time: UnixTime?, _ longestAge: Int) -> Bool {
            time.map { (-clockTolerance...longestAge).contains(report.fetchedAt.seconds(since: $0)) } ?? true
        }
        return isPlausible(report.observedAt, longestPresent) && isPlausible(report.issuedAt, Report.modelLifetime)
            // The first step of three-hourly forecasts may be three hours ahead.
            && first.time.seconds(since: report.fetchedAt) <= 3 * 3600
    }

    /// A measurement counts for the nearest full hour, at most this far away, s. Airports report shortly before it.
    private static let furthest = 20 * 60
    /// Older measurements are not used, s.
    private static let oldest = 86_400

    /// Takes a measurement; the nearest to an hour counts. An older one only fills gaps: it was late, or a clock was
    /// wrong.
    public mutating func take(_ reading: StationReading, at now: UnixTime) {
        guard (-Self.furthest...Self.oldest).contains(now.seconds(since: reading.time)) else { return }
        let hour = (reading.time.seconds + 1800) / 3600
        let offset = abs(reading.time.seconds - hour * 3600)
        guard offset <= Self.furthest, mayBeCompared(hour) else { return }
        let isNearest = lastMeasured.map { $0 < reading.time && offset < abs($0.seconds - hour * 3600) } ?? true
        lastMeasured = max(lastMeasured ?? reading.time, reading.time)
        // The hour that ends at the measurement.
        let past = HourValues(precipitation: reading.precipitation)
        let present = HourValues(temperature: reading.temperature, wind: reading.wind)
        for (hour, values) in [(hour - 1, past), (hour, present)] where !values.isEmpty {
            let known = measured[hour]
            let new = isNearest ? values.completed(by: known) : known.completed(by: values)
            if new != known { measured.set(hour, new) }
        }
    }

    /// Measurements after the last forecast are never compared: forecasts are taken for later hours only. So a station
    /// whose clock is ahead cannot displace the year's data.
    private func mayBeCompared(_ hour: Int) -> Bool {
        HourSeries.hours.contains(hour) && hour < (newestForecast ?? 0)
    }

    /// After the last hour of all forecasts; nil for none.
    private var newestForecast: Int? {
        forecasts.flatMap { $0.series.values.filter { !$0.values.isEmpty }.map(\.end) }.max()
    }

    /// Removes what is older than a year before the newest forecast.
    private mutating func forget() {
        guard let newest = newestForecast else { return }
        let first = newest - HourSeries.longest
        measured.drop(before: first)
        for index in forecasts.indices {
            for lead in LeadTime.allCases { forecasts[index].series[lead]?.drop(before: first) }
        }
    }
}

extension HourValues {
    /// Amounts for several hours are omitted: keeping only the dry ones would bias the counts.
    init(_ conditions: Conditions) {
        let isHourly = (conditions.precipitationPeriod ?? 0) <= 3600
        self.init(
            temperature: conditions.temperature, wind: conditions.windSpeed,
            precipitation: isHourly ? conditions.precipitation : nil)
    }

    /// The values, and where they are unknown, the other ones.
    fileprivate func completed(by other: HourValues) -> HourValues {
        HourValues(
            temperature: temperature ?? other.temperature, wind: wind ?? other.wind,
            precipitation: precipitation ?? other.precipitation)
    }
}

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

/// A weather station's measurement, for comparison with forecasts. nil was not measured.
public struct StationReading: Sendable, Hashable {
    /// When it was measured.
    public var time: UnixTime
    /// °C, at 2 m.
    public var temperature: Double?
    /// Mean wind at 10 m, m/s.
    public var wind: Double?
    /// Precipitation of the hour that ends at `time`, mm; nil when the amount or its period is unknown.
    public var precipitation: Double?

    public init(time: UnixTime, temperature: Double? = nil, wind: Double? = nil, precipitation: Double? = nil) {
        self.time = time
        self.temperature = temperature
        self.wind = wind
        self.precipitation = precipitation
    }

    /// The measurement in a report; nil when its current weather is not from a station.
    public init?(_ report: Report) {
        guard report.currentOrigin == .station, let current = report.current, let time = report.observedAt else {
            return nil
        }
        self.init(time: time, conditions: current)
    }

    public init(_ observation: Observation) {
        self.init(time: observation.time, conditions: observation.conditions)
    }

    private init(time: UnixTime, conditions: Conditions) {
        self.init(time: time, temperature: conditions.temperature, wind: conditions.windSpeed)
        // Amounts for three or six hours cannot be compared with those for one.
        if conditions.precipitationPeriod == 3600 { precipitation = conditions.precipitation }
    }
}

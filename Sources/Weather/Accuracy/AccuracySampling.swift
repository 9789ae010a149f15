// Which hours of a forecast and which measurements are kept.
extension AccuracyArchive {
    /// The hours that one forecast contributes for each lead time: those until the next forecast is taken.
    private static let hoursASample = samplingPeriod / 3600
    /// A report whose own times are later than this after its fetch shows that the clock is behind, s.
    private static let clockTolerance = 3600

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

    private static func isPlausible(_ report: Report) -> Bool {
        let latest = report.fetchedAt.advanced(by: clockTolerance)
        let times = [report.issuedAt, report.observedAt].compactMap(\.self)
        // The first step of three-hourly forecasts may be three hours ahead.
        let first = report.hours.first.map { $0.time.seconds(since: report.fetchedAt) } ?? 0
        return times.allSatisfy { $0 <= latest } && first <= 3 * 3600
    }

    /// A measurement counts for the nearest full hour, at most this far away, s. Airports report shortly before it.
    private static let nearness = 20 * 60
    /// Older measurements are not used, s.
    private static let oldest = 86_400

    /// Takes a measurement; the first for an hour counts.
    public mutating func take(_ reading: StationReading, at now: UnixTime) {
        guard (-Self.nearness...Self.oldest).contains(now.seconds(since: reading.time)) else { return }
        let hour = (reading.time.seconds + 1800) / 3600
        guard abs(reading.time.seconds - hour * 3600) <= Self.nearness else { return }
        let values = HourValues(
            temperature: reading.temperature, wind: reading.wind, precipitation: reading.precipitation)
        var state = measured[hour]
        if state.temperature == nil { state.temperature = values.temperature }
        if state.wind == nil { state.wind = values.wind }
        if state != measured[hour] { measured.set(hour, state) }
        // The hour that ends at the measurement.
        var past = measured[hour - 1]
        guard past.precipitation == nil, values.precipitation != nil else { return }
        past.precipitation = values.precipitation
        measured.set(hour - 1, past)
    }

    /// Removes what is older than a year before the newest forecast.
    private mutating func forget() {
        let ends = forecasts.flatMap { $0.series.values.map(\.end) }
        guard let newest = ends.max() else { return }
        let first = newest - HourSeries.longest
        measured.drop(before: first)
        for index in forecasts.indices {
            for lead in LeadTime.allCases { forecasts[index].series[lead]?.drop(before: first) }
        }
    }
}

extension HourValues {
    /// Amounts of several hours are left out: keeping only dry ones would bias the counts.
    init(_ conditions: Conditions) {
        let isHourly = (conditions.precipitationPeriod ?? 0) <= 3600
        self.init(
            temperature: conditions.temperature, wind: conditions.windSpeed,
            precipitation: isHourly ? conditions.precipitation : nil)
    }
}

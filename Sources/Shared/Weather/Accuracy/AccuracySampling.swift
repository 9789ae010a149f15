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

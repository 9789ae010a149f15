import Dialects
import Testing
import Weather

/// Compares a report with the weather that a service reported.
enum ContractTruth {
    private static let amounts = ["precipitationMM", "rainMM", "snowfallMM"]

    /// Instantaneous values at the hour's time; precipitation, condition and gusts of the period that begins then.
    static func expect(_ hour: Hour, of report: Report, is weather: InventedWeather, _ dialect: any Dialect) throws {
        let when = "\(hour.time.seconds)"
        let expected = try #require(weather.hours.first { $0.time == hour.time }, "no values for \(when)")
        var (value, truth) = (TruthTable.ofHour(hour), TruthTable.ofHour(expected))
        for key in amounts + ["precipitationProbabilityPercent"] { (value[key], truth[key]) = (nil, nil) }
        compare(value, truth, dialect.hours.filter { truth.keys.contains($0.key) }, when)
        #expect(hour.conditions.condition == expected.conditions.condition, "\(when)")
        try expectPrecipitation(at: hour.time, of: report, is: weather, dialect)
    }

    /// The amounts and the probability that cover `moment`, each once, with their period.
    static func expectPrecipitation(
        at moment: UnixTime, of report: Report, is weather: InventedWeather, _ dialect: any Dialect
    ) throws {
        guard let hour = report.hours.last(where: { $0.time <= moment && $0.conditions.precipitation != nil }),
            moment < hour.precipitationEnd
        else {
            // If a period began before the service's first hour, its values are unknown until its end.
            let periodStart = moment.seconds - moment.seconds % dialect.hourPeriod
            #expect(periodStart < (report.hours.first?.time.seconds ?? 0), "\(moment.seconds): no precipitation")
            return
        }
        let period = hour.conditions.precipitationPeriod ?? 3600
        #expect(period == 3600 || period == dialect.hourPeriod, "\(moment.seconds)")
        let own = weather.hours(from: hour.time, for: period)
        guard !own.isEmpty else { return }
        let value = TruthTable.ofHour(hour)
        var truth: [String: Double?] = [:]
        for key in amounts {
            truth[key] = own.compactMap { TruthTable.ofConditions($0.conditions)[key] ?? nil }.reduce(0, +)
        }
        let carried = dialect.hours.filter { amounts.contains($0.key) }
        compare(value.filter { amounts.contains($0.key) }, truth, carried, "\(hour.time.seconds) for \(period) s")
        let covered = report.hours.filter { hour.time < $0.time && $0.time < hour.precipitationEnd }
        #expect(covered.allSatisfy { $0.conditions.precipitation == nil }, "\(hour.time.seconds) is reported twice")
    }

    /// The days after today that the service reports completely.
    static func expectDays(of report: Report, are weather: InventedWeather, _ dialect: any Dialect) {
        for (day, expected) in zip(report.days, weather.days).dropFirst().prefix(dialect.wholeDays) {
            compare(TruthTable.ofDay(day), TruthTable.ofDay(expected), dialect.days, "\(day.date)")
            #expect(day.condition == expected.condition, "\(day.date)")
        }
    }

    /// Each reported value matches the weather, and missing values are nil.
    static func compare(
        _ values: [String: Double?], _ truth: [String: Double?], _ carried: [String: Double], _ when: String
    ) {
        for (key, value) in values {
            guard let tolerance = carried[key] else {
                #expect(
                    value == nil, "\(when): \(key) is \(String(describing: value)), which the service does not give")
                continue
            }
            guard let value, let expected = truth[key] ?? nil else {
                Issue.record("\(when): \(key) is missing")
                continue
            }
            #expect(abs(value - expected) <= tolerance + 0.001, "\(when): \(key) is \(value), not \(expected)")
        }
    }
}

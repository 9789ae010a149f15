import Languages
import Weather

// Precipitation with its period.

extension Style {
    /// `0.4 mm in 15 min`, `1.2 mm in 1 h`, or a rate: `1.2 mm/h`. Inches use a slash, since "in in" is hard to read:
    /// `0.05 in/15 min`.
    ///
    /// - Parameters:
    ///   - amount: `0.4 mm`, `1.1 cm`
    ///   - period: seconds, 0 for a rate per hour, nil for one hour.
    func amount(_ amount: StyledText, period: Int?, inInches: Bool) -> StyledText {
        let time = Age(seconds: period ?? 3600).text(in: words)
        let text =
            switch period {
            case 0: words.perHour(amount.plain)
            case _ where inInches: "\(amount.plain)/\(time)"
            default: words.amount(amount.plain, in: time)
            }
        return StyledText(text, amount.runs.first?.textStyle ?? .plain)
    }
}

/// The precipitation columns of an hourly table. A period longer than an hour is marked, and written once: at its first
/// hour, or at the first hour shown.
struct PrecipitationCells {
    let report: Report
    let hours: [Hour]
    let style: Style

    /// `1.2 mm`, `6.0 mm/6 h`
    var amounts: [StyledText?] {
        cells { time in
            report.amountHour(at: time).flatMap { hour in
                hour.conditions.precipitation.map {
                    (style.precipitationCell($0), hour.time, hour.conditions.precipitationPeriod ?? 3600)
                }
            }
        }
    }

    /// `60%`, `60%/6 h`
    var probabilities: [StyledText?] {
        cells { time in
            report.probability(at: time).map { (style.probabilityCell($0.percent), $0.start, $0.period) }
        }
    }

    private func cells(_ stated: (UnixTime) -> (value: StyledText, start: UnixTime, period: Int)?) -> [StyledText?] {
        hours.enumerated().map { index, hour in
            guard let (value, start, period) = stated(hour.time) else { return nil }
            if start < hour.time, index > 0 { return "" }
            // Zero stays blank for any period.
            guard period > 3600, value != "" else { return value }
            return value + StyledText("/" + Age(seconds: period).text(in: style.words), .faint)
        }
    }
}

extension Report {
    /// The hours with the hourly mean of longer periods, for charts.
    func spreadingPrecipitation(over hours: [Hour]) -> [Hour] {
        hours.map { hour in
            var hour = hour
            hour.conditions.precipitation = amountHour(at: hour.time)?.conditions.precipitationRate
            return hour
        }
    }
}

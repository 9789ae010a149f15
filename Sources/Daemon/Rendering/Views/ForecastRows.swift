import Languages
import Weather

/// The forecast below the current weather: the next hours and days, one line each.
struct ForecastRows {
    let report: Report
    let present: Present
    let now: UnixTime
    let clock: PlaceClock
    let style: Style
    /// The temperature range of most members of an ensemble on a day; nil when unknown.
    var spread: (Day) -> Spread? = { _ in nil }

    /// The heading and the hours after the current one; empty without data.
    func hours(_ count: Int, within limit: Int?) -> [StyledText] {
        let hours = Array(report.hours(from: now).filter { $0.time > now }.prefix(count))
        guard !hours.isEmpty else { return [] }
        let precipitation = PrecipitationCells(report: report, hours: hours, style: style)
        let table = TextTable(columns: [
            TextTable.Column(heading: "", isRightAligned: false, cells: hours.map { clock.time($0.time) }),
            TextTable.Column(
                heading: "", cells: hours.map { $0.conditions.temperature.map { style.coloredTemperature($0) } }),
            TextTable.Column(heading: "", rank: 4, cells: precipitation.amounts),
            TextTable.Column(heading: "", rank: 5, cells: precipitation.probabilities),
            TextTable.Column(
                heading: "", isRightAligned: false, rank: 3,
                cells: hours.map { style.coloredCondition($0.conditions) },
                brief: hours.map { style.coloredIcon($0.conditions) }),
        ])
        return [StyledText(style.words.label(.nextHours), .bold)] + table.lines(within: limit).rows
    }

    /// The heading and the days from today.
    func days(_ count: Int, within limit: Int?) -> [StyledText] {
        let rows = dayRows(count, within: limit, barColumns: 16, isBrief: false)
        return rows.isEmpty ? [] : [StyledText(style.words.label(.nextDays), .bold)] + rows
    }

    /// The weekday, and the temperature range as a bar on a common scale.
    ///
    /// - Parameters:
    ///   - barColumns: the length of the scale if there is room.
    ///   - isBrief: whether to use icons instead of words.
    func dayRows(_ count: Int, within limit: Int?, barColumns: Int, isBrief: Bool) -> [StyledText] {
        let today = clock.date(now)
        let extremes = DayExtremes(of: report, at: now, beside: present, clock)
        let days = report.days(from: now).prefix(count).map(extremes.shown)
        guard !days.isEmpty else { return [] }
        let spreads = days.map(spread)
        let range = TemperatureRange(of: days, spreads)
        func name(_ day: Day) -> StyledText {
            let words = style.words
            return day.date == today
                ? StyledText(words.phrase(.today).capitalizedFirst, .bold)
                : StyledText(words.shortWeekday(day.date).capitalizedFirst)
        }
        func bars(_ columns: Int) -> [StyledText?] {
            zip(days, spreads).map { range?.bar(for: $0, spread: $1, columns: columns) }
        }
        let outlook = Outlook(report: report, present: nil, now: now)
        let weather = days.map { outlook.weather(of: $0, clock) }
        let icons: [StyledText?] = weather.map { style.coloredIcon($0) }
        let table = TextTable(columns: [
            TextTable.Column(heading: "", isRightAligned: false, cells: days.map(name)),
            TextTable.Column(
                heading: "", rank: 1, cells: days.map { extremes.low(of: $0, style) }),
            TextTable.Column(heading: "", isRightAligned: false, rank: 5, cells: bars(barColumns), brief: bars(8)),
            TextTable.Column(heading: "", cells: days.map { extremes.high(of: $0, style) }),
            TextTable.Column(
                heading: "", rank: 4, cells: days.map { $0.precipitationProbability.map(style.probabilityCell) }),
            TextTable.Column(
                heading: "", isRightAligned: false, rank: 3,
                cells: isBrief ? icons : weather.map { style.coloredCondition($0) },
                brief: isBrief ? nil : icons),
        ])
        return table.lines(within: limit).rows
    }
}

extension Report {
    /// The hours from the current one to the last before `end`, with day or night if known.
    func hours(from now: UnixTime, until end: UnixTime = .distantFuture) -> [Hour] {
        hours(from: now, before: end).map { hour in
            var hour = hour
            hour.conditions.isDay = hour.conditions.isDay ?? isDay(at: hour.time)
            return hour
        }
    }
}

/// A day's temperature range as a bar, on a scale that all days share.
struct TemperatureRange {
    /// °C.
    private let scale: ClosedRange<Double>

    /// The scale; nil when all temperatures are unknown.
    ///
    /// - Parameter spreads: the ensemble ranges shown beside the days.
    init?(of days: some Sequence<Day>, _ spreads: [Spread?] = []) {
        let forecast = days.flatMap { [$0.temperatureMin, $0.temperatureMax] }.compactMap(\.self).filter(\.isFinite)
        let temperatures = forecast.isEmpty ? [] : forecast + spreads.compactMap(\.self).flatMap { [$0.from, $0.to] }
        guard let low = temperatures.min(), let high = temperatures.max() else { return nil }
        scale = low...high
    }

    /// A bar with a resolution of half a column; a mark if one end is unknown, nil if both are.
    ///
    /// - Parameter spread: the temperature range of most members of an ensemble, drawn dotted; nil for none.
    func bar(for day: Day, spread: Spread? = nil, columns: Int) -> StyledText? {
        let ends = [day.temperatureMin, day.temperatureMax].compactMap(\.self).filter(\.isFinite)
        guard let low = ends.min(), let high = ends.max(), columns > 0 else { return nil }
        let halves = 2 * columns
        func half(of celsius: Double) -> Int {
            min(halves - 1, Int((share(of: celsius) * Double(halves - 1)).rounded()))
        }
        let (first, last) = (half(of: low), max(half(of: low), half(of: high)))
        let dotted = spread.map { half(of: $0.from) / 2...max(half(of: $0.from), half(of: $0.to)) / 2 }
        var bar: StyledText = ""
        for column in 0..<columns {
            let (isLeft, isRight) = (
                (first...last).contains(2 * column), (first...last).contains(2 * column + 1)
            )
            let rest = dotted?.contains(column) == true ? "·" : " "
            let sign = isLeft ? isRight ? "▄" : "▖" : isRight ? "▗" : rest
            bar += StyledText(sign, sign == " " ? .plain : .temperature(temperature(at: column, of: columns)))
        }
        return bar
    }

    private func share(of celsius: Double) -> Double {
        scale.lowerBound == scale.upperBound
            ? 0.5 : (celsius - scale.lowerBound) / (scale.upperBound - scale.lowerBound)
    }

    /// The temperature at the middle of a column.
    private func temperature(at column: Int, of columns: Int) -> Double {
        scale.lowerBound + (scale.upperBound - scale.lowerBound) * (Double(column) + 0.5) / Double(columns)
    }
}

import Weather

/// What is to come, as it stands below the weather of now: the next hours and the next days, a line each.
struct ForecastRows {
    let report: Report
    let now: UnixTime
    let clock: PlaceClock
    let style: Style

    /// Below their heading, from the hour that begins next on, as wide as `limit` at most; empty when nothing is known.
    func hours(_ count: Int, within limit: Int?) -> [StyledText] {
        let hours = Array(report.hours(from: now).filter { $0.time > now }.prefix(count))
        guard !hours.isEmpty else { return [] }
        let precipitation = PrecipitationCells(report: report, hours: hours, style: style)
        let table = Table(columns: [
            Table.Column(heading: "", isRightAligned: false, cells: hours.map { clock.time($0.time) }),
            Table.Column(
                heading: "", cells: hours.map { $0.conditions.temperature.map { style.inkedTemperature($0) } }),
            Table.Column(heading: "", rank: 4, cells: precipitation.amounts),
            Table.Column(heading: "", rank: 5, cells: precipitation.probabilities),
            Table.Column(
                heading: "", isRightAligned: false, rank: 3,
                cells: hours.map { style.inkedCondition($0.conditions) },
                brief: hours.map { style.inkedIcon($0.conditions) }),
        ])
        return [StyledText(style.words.label(.nextHours), .bold)] + table.lines(within: limit).rows
    }

    /// Below their heading, from today on.
    func days(_ count: Int, within limit: Int?) -> [StyledText] {
        let rows = dayRows(count, within: limit, barColumns: 16, isBrief: false)
        return rows.isEmpty ? [] : [StyledText(style.words.label(.nextDays), .bold)] + rows
    }

    /// The weekday, and the lowest and the highest temperature as a bar on a scale that all days share.
    ///
    /// - Parameters:
    ///   - barColumns: how long the scale is where there is room for it.
    ///   - isBrief: with icons that are not explained.
    func dayRows(_ count: Int, within limit: Int?, barColumns: Int, isBrief: Bool) -> [StyledText] {
        let days = report.days(from: now).prefix(count)
        guard !days.isEmpty else { return [] }
        let range = TemperatureRange(of: days)
        let today = clock.date(now)
        func name(_ day: Day) -> StyledText {
            let words = style.words
            return day.date == today
                ? StyledText(words.phrase(.today).capitalizedFirst, .bold)
                : StyledText(words.shortWeekday(day.date).capitalizedFirst)
        }
        func bars(_ columns: Int) -> [StyledText?] { days.map { range?.bar(for: $0, columns: columns) } }
        let outlook = Outlook(report: report, present: nil, now: now)
        let weather = days.map { outlook.weather(of: $0, clock) }
        let icons: [StyledText?] = weather.map { style.inkedIcon($0) }
        let table = Table(columns: [
            Table.Column(heading: "", isRightAligned: false, cells: days.map(name)),
            Table.Column(
                heading: "", rank: 1, cells: days.map { $0.temperatureMin.map { style.inkedTemperature($0) } }),
            Table.Column(heading: "", isRightAligned: false, rank: 5, cells: bars(barColumns), brief: bars(8)),
            Table.Column(heading: "", cells: days.map { $0.temperatureMax.map { style.inkedTemperature($0) } }),
            Table.Column(
                heading: "", rank: 4, cells: days.map { $0.precipitationProbability.map(style.probabilityCell) }),
            Table.Column(
                heading: "", isRightAligned: false, rank: 3,
                cells: isBrief ? icons : weather.map { style.inkedCondition($0) },
                brief: isBrief ? nil : icons),
        ])
        return table.lines(within: limit).rows
    }
}

extension Report {
    /// The hours from the one that `now` falls in to the last that begins before `end`, each of which knows day from night
    /// where that is known at all.
    func hours(from now: UnixTime, until end: UnixTime = .distantFuture) -> [Hour] {
        hours(from: now, before: end).map { hour in
            var hour = hour
            hour.conditions.isDay = hour.conditions.isDay ?? isDay(at: hour.time)
            return hour
        }
    }
}

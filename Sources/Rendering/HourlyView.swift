import Weather
public import Wire

/// One line an hour, from the hour of now on.
public enum HourlyView {
    /// - Parameter hours: how many, nil for those to the end of tomorrow at the place.
    public static func lines(
        of scene: Scene, hours count: Int?, as output: Reading.Output, in style: Style
    ) throws(NoWeather) -> [String] {
        let report = try scene.usableReport()
        let clock = PlaceClock(zoneName: report.timeZone, in: style)
        let hours = hours(of: report, from: scene.now, count: count, clock)
        guard !hours.isEmpty else { throw NoWeather.outsideForecast(report.hoursSpan, of: report, in: scene) }
        return output == .json
            ? [json(of: hours, report, scene, clock, style).text]
            : style.written(text(of: hours, report, scene, clock, style))
    }

    private static func hours(of report: Report, from now: UnixTime, count: Int?, _ clock: PlaceClock) -> [Hour] {
        let end =
            count == nil
            ? report.days(from: now).dropFirst().first?.end ?? clock.midnight(after: clock.midnight(after: now))
            : UnixTime.distantFuture
        return Array(report.hours(from: now, until: end).prefix(count ?? .max))
    }

    private static func text(
        of hours: [Hour], _ report: Report, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> [StyledText] {
        let table = table(of: hours, clock, style).lines(within: style.width)
        let chart = style.width.map { HourlyChart(of: hours, width: $0, clock, style).lines } ?? []
        var lines = [scene.header(of: report, clock, style), ""] + chart + (chart.isEmpty ? [] : [""])
        lines.append(table.heading)
        var date = clock.date(scene.now)
        for (hour, row) in zip(hours, table.rows) {
            if clock.date(hour.time) != date {
                date = clock.date(hour.time)
                lines.append(StyledText(clock.longDate(date), .bold))
            }
            lines.append(row)
        }
        return lines + ["", scene.fetchedLine(of: report, clock, style.words)] + scene.footer(of: report, style)
    }

    private static func table(of hours: [Hour], _ clock: PlaceClock, _ style: Style) -> Table {
        let words = style.words
        func column(
            _ heading: Heading, rank: Int = 0, isRightAligned: Bool = true, _ value: (Conditions) -> StyledText?
        ) -> Table.Column {
            Table.Column(
                heading: words.heading(heading), isRightAligned: isRightAligned, rank: rank,
                cells: hours.map { value($0.conditions) })
        }
        func wind(_ conditions: Conditions) -> StyledText? {
            conditions.windSpeed.map { StyledText(style.wind($0), $0 >= style.thresholds.windy ? .windy : .plain) }
        }
        func direction(_ conditions: Conditions) -> StyledText? {
            // A calm comes from nowhere.
            if conditions.windSpeed.map(Style.isCalm) == true { return "" }
            return conditions.windDirection.map { StyledText(style.compassPoint($0)) }
        }
        return Table(columns: [
            Table.Column(
                heading: words.heading(.time), isRightAligned: false, cells: hours.map { clock.time($0.time) }),
            column(.temperature) { $0.temperature.map { style.inkedTemperature($0) } },
            column(.precipitation, rank: 4) { $0.precipitation.map(style.inkedPrecipitation) },
            Table.Column(
                heading: words.heading(.probability), rank: 5,
                cells: hours.map { $0.precipitationProbability.map(style.inkedProbability) }),
            column(.wind, rank: 6, wind),
            column(.from, rank: 7, isRightAligned: false, direction),
            column(.humidity, rank: 9) { $0.humidity.map { StyledText(style.percent($0)) } },
            column(.cloud, rank: 8) { $0.cloudCover.map { StyledText(style.percent($0)) } },
            column(.pressure, rank: 10) { $0.pressure.map { StyledText(style.pressure($0)) } },
            Table.Column(
                heading: words.heading(.condition), isRightAligned: false, rank: 3,
                cells: hours.map { style.inkedCondition($0.conditions.condition, isDay: $0.conditions.isDay) },
                brief: hours.map { style.inkedIcon($0.conditions.condition, isDay: $0.conditions.isDay) }),
        ])
    }

    private static func json(
        of hours: [Hour], _ report: Report, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> JSON {
        let hours = hours.map { hour in
            JSON.object(
                [("time", .time(hour.time, clock))] + JSON.members(of: hour.conditions, style) + [
                    ("precipitationProbabilityPercent", .number(hour.precipitationProbability))
                ])
        }
        return .object(JSON.forecastHead(of: report, scene, clock) + [("hours", .array(hours))])
    }
}

import Weather
public import Wire

/// One line an hour, from the hour of now on.
public enum HourlyView {
    /// - Parameter hours: how many, nil for those to the end of tomorrow at the place.
    public static func lines(
        of scene: Scene, hours count: Int?, as output: Reading.Output, in style: Style
    ) throws(NoWeather) -> [String] {
        let report = try scene.usableReport()
        let clock = PlaceClock(zoneName: report.timeZone)
        let hours = hours(of: report, from: scene.now, count: count, clock)
        guard !hours.isEmpty else { throw NoWeather.outsideForecast(report.hoursSpan, of: report, in: scene) }
        switch output {
        case .text: return text(of: hours, report, scene, clock, style)
        case .json: return [json(of: hours, report, scene, clock, style).text]
        }
    }

    private static func hours(of report: Report, from now: UnixTime, count: Int?, _ clock: PlaceClock) -> [Hour] {
        let end =
            count == nil
            ? report.days(from: now).dropFirst().first?.end ?? clock.midnight(after: clock.midnight(after: now))
            : UnixTime.distantFuture
        var hours = Array(report.hours(from: now, before: end).prefix(count ?? .max))
        for index in hours.indices where hours[index].conditions.isDay == nil {
            hours[index].conditions.isDay = report.isDay(at: hours[index].time)
        }
        return hours
    }

    private static func text(
        of hours: [Hour], _ report: Report, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> [String] {
        let table = table(of: hours, clock, style).lines
        var lines = [scene.header(of: report, clock), "", table.heading]
        var date = clock.date(scene.now)
        for (hour, row) in zip(hours, table.rows) {
            if clock.date(hour.time) != date {
                date = clock.date(hour.time)
                lines.append(English.longDate(date))
            }
            lines.append(row)
        }
        return lines + ["", scene.fetchedLine(of: report, clock)] + scene.footer(of: report)
    }

    private static func table(of hours: [Hour], _ clock: PlaceClock, _ style: Style) -> Table {
        let units = style.units
        func column(_ heading: String, _ value: (Conditions) -> String?) -> Table.Column {
            Table.Column(heading: heading, cells: hours.map { value($0.conditions) })
        }
        func leftAligned(_ heading: String, _ value: (Conditions) -> String?) -> Table.Column {
            Table.Column(heading: heading, isRightAligned: false, cells: hours.map { value($0.conditions) })
        }
        return Table(columns: [
            Table.Column(heading: "Time", isRightAligned: false, cells: hours.map { clock.time($0.time) }),
            column("Temp") { $0.temperature.map { units.temperature.text($0) } },
            column("Precip") { $0.precipitation.map { units.precipitation.text($0) } },
            Table.Column(heading: "Prob", cells: hours.map { $0.precipitationProbability.map(percent) }),
            column("Wind") { $0.windSpeed.map { units.wind.text($0) } },
            leftAligned("From") { conditions in
                // A calm comes from nowhere.
                conditions.windSpeed.map { units.wind.text($0) } == English.calm
                    ? "" : conditions.windDirection.map(compassPoint)
            },
            column("Humid") { $0.humidity.map(percent) },
            column("Cloud") { $0.cloudCover.map(percent) },
            column("Pressure") { $0.pressure.map { units.pressure.text($0) } },
            leftAligned("Condition") {
                style.icons.labelled($0.condition, isDay: $0.isDay)
            },
        ])
    }

    private static func json(
        of hours: [Hour], _ report: Report, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> JSON {
        let hours = hours.map { hour in
            JSON.object(
                [("time", .time(hour.time, clock))] + JSON.members(of: hour.conditions, style.icons) + [
                    ("precipitationProbabilityPercent", .number(hour.precipitationProbability))
                ])
        }
        return .object(JSON.forecastHead(of: report, scene, clock) + [("hours", .array(hours))])
    }
}

public import ClientProtocol
import Languages
import Weather

/// One line per hour, from the current hour. In text, the first line shows the current weather, as in `current`, with
/// the hour's precipitation; JSON contains only the forecast.
public enum HourlyView {
    /// - Parameter count: the number of hours; nil until the end of tomorrow at the place.
    public static func lines(
        of scene: Scene, hours count: Int?, as output: ViewRequest.Output, in style: Style
    ) throws(NoWeather) -> [String] {
        let report = try scene.usableReport()
        let clock = PlaceClock(zoneName: report.timeZone, in: style)
        let hours = hours(of: report, from: scene.now, count: count, clock)
        guard !hours.isEmpty else { throw NoWeather.outsideForecast(report.hoursSpan, of: report, in: scene) }
        return output == .json
            ? [json(of: hours, report, scene, clock, style).text]
            : text(of: hours, isCounted: count != nil, report, scene, clock, style)
    }

    private static func hours(of report: Report, from now: UnixTime, count: Int?, _ clock: PlaceClock) -> [Hour] {
        let end =
            count == nil
            ? report.days(from: now).dropFirst().first?.end ?? clock.midnight(after: clock.midnight(after: now))
            : UnixTime.distantFuture
        return Array(report.hours(from: now, until: end).prefix(count ?? .max))
    }

    /// - Parameter isCounted: whether the request specifies the number of hours; the table then contains all of them.
    private static func text(
        of hours: [Hour], isCounted: Bool, _ report: Report, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> [String] {
        let table = table(of: hours, report, scene, clock, style).lines(within: style.width)
        let spread = report.spreadingPrecipitation(over: hours)
        var dates: [StyledText?] = []
        var date = clock.date(scene.now)
        for hour in hours {
            // In a zone whose offset is not whole hours, the current hour may have begun yesterday.
            let start = max(hour.time, scene.now)
            let isSameDay = clock.date(start) == date
            date = clock.date(start)
            dates.append(isSameDay ? nil : StyledText(clock.longDate(date).capitalizedFirst, .bold))
        }
        let page = HourlyPage(
            header: style.written([scene.header(of: report, clock, style), ""]),
            heading: style.written([table.heading]),
            rows: zip(dates, table.rows).map { style.written([$0, $1].compactMap(\.self)) },
            footer: style.written(
                ["", scene.fetchedLine(of: report, clock, style.words)] + scene.footer(of: report, style)),
            chart: { curveRows in
                guard let width = style.width else { return [] }
                let chart = HourlyChart(of: spread, now: scene.now, width: width, curveRows: curveRows, clock, style)
                return style.written(chart.lines)
            },
            more: { style.written([style.more($0, command: "weatherctl hourly \(hours.count)")]) })
        // Leaves the last line for the shell's prompt.
        return page.lines(within: style.height.map { $0 - 1 }, keepingRows: isCounted)
    }

    private static func table(
        of hours: [Hour], _ report: Report, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> TextTable {
        let words = style.words
        let now = scene.now
        let present = report.present(at: now, staleAfter: scene.staleAfter)?.conditions
        let precipitation = PrecipitationCells(report: report, hours: hours, style: style)
        let shown = hours.map { $0.time <= now ? present ?? $0.conditions : $0.conditions }
        func column(
            _ heading: Heading, rank: Int = 0, isRightAligned: Bool = true, _ value: (Conditions) -> StyledText?
        ) -> TextTable.Column {
            // Only quantities of the forecast have a column, even if the current weather has more.
            let isForecast = hours.contains { value($0.conditions) != nil }
            return TextTable.Column(
                heading: words.heading(heading), isRightAligned: isRightAligned, rank: rank,
                cells: shown.map { isForecast ? value($0) : nil })
        }
        func wind(_ conditions: Conditions) -> StyledText? {
            conditions.windSpeed.map { StyledText(style.wind($0), $0 >= style.thresholds.windy ? .windy : .plain) }
        }
        func gusts(_ conditions: Conditions) -> StyledText? {
            conditions.windGust.map {
                Style.isCalm($0) ? "" : StyledText(style.wind($0), $0 >= style.thresholds.windy ? .windy : .plain)
            }
        }
        func direction(_ conditions: Conditions) -> StyledText? {
            // Calm wind has no direction.
            if conditions.windSpeed.map(Style.isCalm) == true { return "" }
            return conditions.windDirection.map { StyledText(style.words.compassPoint($0)) }
        }
        func time(_ hour: Hour) -> StyledText {
            hour.time <= now
                ? StyledText(words.phrase(.now).capitalizedFirst, .bold) : StyledText(clock.time(hour.time))
        }
        return TextTable(columns: [
            TextTable.Column(heading: words.heading(.time), isRightAligned: false, cells: hours.map(time)),
            column(.temperature) { $0.temperature.map { style.coloredTemperature($0) } },
            column(.feelsLike, rank: 6) { $0.feelsLike.map { style.coloredTemperature($0) } },
            TextTable.Column(heading: words.heading(.precipitation), rank: 4, cells: precipitation.amounts),
            TextTable.Column(heading: words.heading(.probability), rank: 5, cells: precipitation.probabilities),
            column(.wind, rank: 7, wind),
            column(.gusts, rank: 8, gusts),
            column(.from, rank: 9, isRightAligned: false, direction),
            column(.humidity, rank: 11) { $0.humidity.map { StyledText(style.percent($0)) } },
            column(.cloud, rank: 10) { $0.cloudCover.map { StyledText(style.percent($0)) } },
            column(.pressure, rank: 12) { $0.pressure.map { StyledText(style.pressure($0)) } },
            TextTable.Column(
                heading: words.heading(.condition), isRightAligned: false, rank: 3,
                cells: shown.map { style.coloredCondition($0) }, brief: shown.map { style.coloredIcon($0) }),
        ])
    }

    private static func json(
        of hours: [Hour], _ report: Report, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> JSON {
        let hours = hours.map { hour in
            JSON.object(
                [("time", .time(hour.time, clock))]
                    + JSON.members(of: hour.conditions, probability: hour.precipitationProbability, style) + [
                        JSON.member(.precipitationProbability, of: hour),
                        (
                            "probabilityPeriodSeconds",
                            .optional(
                                hour.precipitationProbability.flatMap { _ in report.probability(at: hour.time)?.period }
                            )
                        ),
                    ]
                    + JSON.texts(
                        style,
                        [
                            (
                                "time",
                                hour.time <= scene.now
                                    ? style.words.phrase(.now).capitalizedFirst : clock.time(hour.time)
                            ),
                            ("probability", style.probabilityText(report.probability(at: hour.time)?.percent)),
                        ] + style.texts(of: hour.conditions)))
        }
        return .object(JSON.forecastHead(of: report, scene, clock) + [("hours", .array(hours))])
    }
}

/// The parts of `hourly`, fitted to the terminal's height: the chart has all hours, the table as many as fit.
struct HourlyPage {
    var header: [String]
    var heading: [String]
    /// The lines of each hour, with the date before a day's first hour.
    var rows: [[String]]
    var footer: [String]
    /// The chart with this many rows for its curve; empty without a chart.
    var chart: (_ curveRows: Int) -> [String]
    /// The line with the number of hours that are not in the table.
    var more: (_ count: Int) -> [String]

    /// The chart shrinks before the table gets shorter than this, lines.
    private static let leastTable = 8
    /// Below this table height the chart is omitted, lines.
    private static let leastTableBesideChart = 3
    private static let curveRows = [7, 5, 3]

    /// - Parameters:
    ///   - height: the number of lines; nil for unlimited.
    ///   - keepingRows: whether the table keeps all hours; the chart is then below it if not everything fits.
    func lines(within height: Int?, keepingRows: Bool) -> [String] {
        let table = heading + rows.flatMap(\.self)
        let full = chart(Self.curveRows[0])
        let all = header + full + gap(full) + table + footer
        guard let height, all.count > height else { return all }
        guard !keepingRows else { return header + table + gap(full) + full + footer }
        let room = height - header.count - footer.count - heading.count
        for curveRows in Self.curveRows {
            let chart = chart(curveRows)
            let left = room - chart.count - gap(chart).count
            let least = curveRows == Self.curveRows.last ? Self.leastTableBesideChart : Self.leastTable
            if left >= least { return header + chart + gap(chart) + heading + rows(within: left) + footer }
        }
        return header + heading + rows(within: room) + footer
    }

    private func gap(_ chart: [String]) -> [String] { chart.isEmpty ? [] : [""] }

    /// The first hours, at least one, and the number of the others.
    private func rows(within room: Int) -> [String] {
        guard rows.reduce(0, { $0 + $1.count }) > room else { return rows.flatMap(\.self) }
        var lines: [String] = []
        for (index, row) in rows.enumerated() {
            guard index == 0 || lines.count + row.count + more(rows.count - index).count <= room else {
                return lines + more(rows.count - index)
            }
            lines += row
        }
        return lines
    }
}

import Weather
public import Wire

/// One line a day, from today at the place on.
public enum DailyView {
    /// - Parameter days: how many, nil for a week.
    public static func lines(
        of scene: Scene, days count: Int?, as output: Reading.Output, in style: Style
    ) throws(NoWeather) -> [String] {
        let report = try scene.usableReport()
        let clock = PlaceClock(zoneName: report.timeZone)
        let days = Array(report.days(from: scene.now).prefix(count ?? 7))
        guard !days.isEmpty else { throw NoWeather.outsideForecast(report.daysSpan, of: report, in: scene) }
        switch output {
        case .text: return text(of: days, report, scene, clock, style)
        case .json: return [json(of: days, report, scene, clock, style).text]
        }
    }

    private static func text(
        of days: [Day], _ report: Report, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> [String] {
        let table = table(of: days, clock, style).lines
        return [scene.header(of: report, clock), "", table.heading] + table.rows
            + ["", scene.fetchedLine(of: report, clock)] + scene.footer(of: report)
    }

    private static func table(of days: [Day], _ clock: PlaceClock, _ style: Style) -> Table {
        let units = style.units
        func column(_ heading: String, _ value: (Day) -> String?) -> Table.Column {
            Table.Column(heading: heading, cells: days.map(value))
        }
        func leftAligned(_ heading: String, _ value: (Day) -> String?) -> Table.Column {
            Table.Column(heading: heading, isRightAligned: false, cells: days.map(value))
        }
        // In a week without snow the column would be nothing but zeros.
        let snows = days.contains { $0.snowfall ?? 0 > 0 }
        return Table(columns: [
            leftAligned("Day") { English.shortDate($0.date) },
            column("Low") { $0.temperatureMin.map { units.temperature.text($0) } },
            column("High") { $0.temperatureMax.map { units.temperature.text($0) } },
            column("Precip") { $0.precipitation.map { units.precipitation.text($0) } },
            column("Snow") { day in snows ? day.snowfall.map { units.precipitation.text($0) } : nil },
            column("Prob") { $0.precipitationProbability.map(percent) },
            column("Max wind") { $0.windSpeedMax.map { units.wind.text($0) } },
            column("Cloud") { $0.cloudCover.map(percent) },
            leftAligned("Sun") { $0.daylight.map { sun($0, clock) } },
            leftAligned("Condition") {
                style.icons.labelled($0.condition, isDay: true)
            },
        ])
    }

    private static func sun(_ daylight: Daylight, _ clock: PlaceClock) -> String {
        switch daylight {
        case .sun(let rise, let set): "\(clock.time(rise))–\(clock.time(set))"
        case .polarDay: English.polarDay
        case .polarNight: English.polarNight
        }
    }

    private static func json(
        of days: [Day], _ report: Report, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> JSON {
        let days = days.map { day in
            JSON.object(
                [
                    ("date", .string(day.date.description)),
                    ("weekday", .string(English.weekday(day.date))),
                    ("condition", .condition(day.condition, isDay: true, style.icons)),
                    ("temperatureMaxC", .number(day.temperatureMax)),
                    ("temperatureMinC", .number(day.temperatureMin)),
                    ("precipitationMM", .number(day.precipitation)),
                ] + JSON.sun(day.daylight, clock) + [
                    ("cloudCoverPercent", .number(day.cloudCover)),
                    ("feelsLikeMaxC", .number(day.feelsLikeMax)),
                    ("feelsLikeMinC", .number(day.feelsLikeMin)),
                    ("rainMM", .number(day.rain)),
                    ("snowfallMM", .number(day.snowfall)),
                    ("precipitationProbabilityPercent", .number(day.precipitationProbability)),
                    ("precipitationHours", .number(day.precipitationHours)),
                    ("windSpeedMaxMS", .number(day.windSpeedMax)),
                    ("windGustMaxMS", .number(day.windGustMax)),
                    ("windDirectionDeg", .number(day.windDirection)),
                    ("uvIndexMax", .number(day.uvIndexMax)),
                ])
        }
        return .object(JSON.forecastHead(of: report, scene, clock) + [("days", .array(days))])
    }
}

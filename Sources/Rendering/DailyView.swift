import Weather
public import Wire

/// One line a day, from today at the place on.
public enum DailyView {
    /// - Parameter days: how many, nil for a week.
    public static func lines(
        of scene: Scene, days count: Int?, as output: Reading.Output, in style: Style
    ) throws(NoWeather) -> [String] {
        let report = try scene.usableReport()
        let clock = PlaceClock(zoneName: report.timeZone, in: style)
        let days = Array(report.days(from: scene.now).prefix(count ?? 7))
        guard !days.isEmpty else { throw NoWeather.outsideForecast(report.daysSpan, of: report, in: scene) }
        return output == .json
            ? [json(of: days, report, scene, clock, style).text]
            : style.written(text(of: days, report, scene, clock, style))
    }

    private static func text(
        of days: [Day], _ report: Report, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> [StyledText] {
        let outlook = Outlook(report: report, present: nil, now: scene.now)
        let table = table(of: days, outlook, clock, style).lines(within: style.width)
        return [scene.header(of: report, clock, style), "", table.heading] + table.rows
            + ["", scene.fetchedLine(of: report, clock, style.words)] + scene.footer(of: report, style)
    }

    private static func table(of days: [Day], _ outlook: Outlook, _ clock: PlaceClock, _ style: Style) -> Table {
        let words = style.words
        let today = clock.date(outlook.now)
        func day(_ date: CalendarDate, _ name: (CalendarDate) -> String) -> StyledText {
            date == today
                ? StyledText(words.phrase(.today).capitalizedFirst, .bold)
                : StyledText(name(date).capitalizedFirst)
        }
        func column(
            _ heading: Heading, rank: Int = 0, isRightAligned: Bool = true, _ value: (Day) -> StyledText?
        ) -> Table.Column {
            Table.Column(
                heading: words.heading(heading), isRightAligned: isRightAligned, rank: rank, cells: days.map(value))
        }
        // In a week without snow the column would be nothing but zeros.
        let snows = days.contains { $0.snowfall ?? 0 > 0 }
        let dates = days.map { day($0.date, clock.shortDate) }
        let weekdays = days.map { day($0.date, words.shortWeekday) }
        let weather = days.map { outlook.weather(of: $0, clock) }
        return Table(columns: [
            Table.Column(
                heading: words.heading(.day), isRightAligned: false, rank: 3, cells: dates, brief: weekdays),
            column(.low) { $0.temperatureMin.map { style.inkedTemperature($0) } },
            column(.high) { $0.temperatureMax.map { style.inkedTemperature($0) } },
            column(.precipitation, rank: 5) { $0.precipitation.map(style.inkedPrecipitation) },
            column(.snow, rank: 6) { day in snows ? day.snowfall.map(style.inkedSnowDepth) : nil },
            column(.probability, rank: 7) { $0.precipitationProbability.map(style.inkedProbability) },
            column(.maxWind, rank: 8) { $0.windSpeedMax.map { StyledText(style.wind($0)) } },
            column(.cloud, rank: 9) { $0.cloudCover.map { StyledText(style.percent($0)) } },
            column(.sun, rank: 10, isRightAligned: false) { $0.daylight.map { StyledText(sun($0, clock, words)) } },
            Table.Column(
                heading: words.heading(.condition), isRightAligned: false, rank: 4,
                cells: weather.map { style.inkedCondition($0) }, brief: weather.map { style.inkedIcon($0) }),
        ])
    }

    private static func sun(_ daylight: Daylight, _ clock: PlaceClock, _ words: any Words) -> String {
        switch daylight {
        case .sun(let rise, let set): "\(clock.time(rise))–\(clock.time(set))"
        case .risesOnly(let rise): words.from(clock.time(rise))
        case .setsOnly(let set): words.until(clock.time(set))
        case .polarDay: words.phrase(.polarDay)
        case .polarNight: words.phrase(.polarNight)
        }
    }

    private static func json(
        of days: [Day], _ report: Report, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> JSON {
        let days = days.map { day in
            JSON.object(
                [
                    ("date", .string(day.date.description)),
                    ("weekday", .string(style.words.weekday(day.date))),
                    ("condition", .condition(day, style)),
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

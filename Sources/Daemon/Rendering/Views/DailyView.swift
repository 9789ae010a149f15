public import ClientProtocol
import Languages
import Weather

/// One line per day, from today at the place.
public enum DailyView {
    /// - Parameter count: the number of days; nil for a week.
    public static func lines(
        of scene: Scene, days count: Int?, as output: ViewRequest.Output, in style: Style
    ) throws(NoWeather) -> [String] {
        let report = try scene.usableReport()
        let clock = PlaceClock(zoneName: report.timeZone, in: style)
        let days = Array(report.days(from: scene.now).prefix(count ?? 7))
        guard !days.isEmpty else { throw NoWeather.outsideForecast(report.daysSpan, of: report, in: scene) }
        if output == .json { return [json(of: days, report, scene, clock, style).text] }
        let present = report.present(at: scene.now, staleAfter: scene.staleAfter)
        let extremes = DayExtremes(of: report, at: scene.now, beside: present, clock)
        return style.written(text(of: days.map(extremes.shown), extremes, report, scene, clock, style))
    }

    private static func text(
        of days: [Day], _ extremes: DayExtremes, _ report: Report, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> [StyledText] {
        let outlook = Outlook(report: report, present: nil, now: scene.now)
        let spreads = days.map(scene.temperatures)
        let table = table(of: days, spreads, extremes, report, outlook, clock, style).lines(within: style.width)
        return [scene.header(of: report, clock, style), "", table.heading] + table.rows
            + scene.ensembleRows(of: days, style) { name(of: $0, outlook, clock, style) }
            + ["", scene.fetchedLine(of: report, clock, style.words)]
            + scene.footer(of: report, style, withMeasurements: false)
            + scene.ensembleAttribution(of: days, beside: report.provider, style.words)
    }

    /// `Today`, `Sat 21 Nov`.
    private static func name(
        of date: CalendarDate, _ outlook: Outlook, _ clock: PlaceClock, _ style: Style
    ) -> StyledText {
        date == clock.date(outlook.now)
            ? StyledText(style.words.phrase(.today).capitalizedFirst, .bold)
            : StyledText(clock.shortDate(date).capitalizedFirst)
    }

    private static func table(
        of days: [Day], _ spreads: [Spread?], _ extremes: DayExtremes, _ report: Report, _ outlook: Outlook,
        _ clock: PlaceClock, _ style: Style
    ) -> TextTable {
        let words = style.words
        func weekday(_ date: CalendarDate) -> StyledText {
            date == clock.date(outlook.now)
                ? name(of: date, outlook, clock, style) : StyledText(words.shortWeekday(date).capitalizedFirst)
        }
        func column(
            _ heading: Heading, rank: Int = 0, isRightAligned: Bool = true, _ value: (Day) -> StyledText?
        ) -> TextTable.Column {
            TextTable.Column(
                heading: words.heading(heading), isRightAligned: isRightAligned, rank: rank, cells: days.map(value))
        }
        // Omits a snow column that would contain only zeros.
        let hasSnowCover = days.contains { $0.snowDepthMax ?? 0 > 0 }
        let snows = days.contains { $0.snowfall ?? 0 > 0 }
        let dates = days.map { name(of: $0.date, outlook, clock, style) }
        let weekdays = days.map { weekday($0.date) }
        let weather = days.map { outlook.weather(of: $0, clock) }
        let range = TemperatureRange(of: days, spreads)
        func bars(_ columns: Int) -> [StyledText?] {
            zip(days, spreads).map { range?.bar(for: $0, spread: $1, columns: columns) ?? "" }
        }
        return TextTable(columns: [
            TextTable.Column(
                heading: words.heading(.day), isRightAligned: false, rank: 3, cells: dates, brief: weekdays),
            column(.low) { extremes.low(of: $0, style) },
            TextTable.Column(
                heading: "", isRightAligned: false, rank: 14, cells: bars(16), brief: bars(8), briefRank: 8),
            column(.high) { extremes.high(of: $0, style) },
            column(.precipitation, rank: 5) { $0.precipitation.map(style.coloredPrecipitation) },
            column(.snow, rank: 6) { day in snows ? day.snowfall.map(style.coloredSnowDepth) : nil },
            column(.probability, rank: 7) { $0.precipitationProbability.map(style.coloredProbability) },
            column(.maxWind, rank: 9) { $0.windSpeedMax.map { StyledText(style.wind($0)) } },
            column(.snowDepth, rank: 10) { day in
                hasSnowCover ? day.snowDepthMax.map { style.coloredSnowDepth($0 * 1000) } : nil
            },
            column(.freezingLevel, rank: 11) { day in
                day.isNearFreezing(above: report.elevation ?? 0)
                    ? day.freezingLevelMin.map { StyledText(style.level(max(0, $0))) } : ""
            },
            column(.cloud, rank: 12) { $0.cloudCover.map { StyledText(style.percent($0)) } },
            column(.sun, rank: 13, isRightAligned: false) { $0.daylight.map { StyledText(sun($0, clock, words)) } },
            TextTable.Column(
                heading: words.heading(.condition), isRightAligned: false, rank: 4,
                cells: weather.map { style.coloredCondition($0) }, brief: weather.map { style.coloredIcon($0) }),
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
        let outlook = Outlook(report: report, present: nil, now: scene.now)
        let present = report.present(at: scene.now, staleAfter: scene.staleAfter)
        let extremes = DayExtremes(of: report, at: scene.now, beside: present, clock)
        let members = days.map { day in
            JSON.object(
                [
                    ("date", .string(day.date.description)),
                    ("weekday", .string(style.words.weekday(day.date))),
                    ("condition", .condition(day, style)),
                    ("expected", .condition(outlook.weather(of: day, clock), style)),
                ]
                    + Day.quantities.flatMap { quantity in
                        let member = JSON.member(quantity, of: day)
                        return quantity == .precipitation ? [member] + JSON.sun(day.daylight, clock) : [member]
                    }
                    + JSON.members(of: scene.spread(on: day))
                    + JSON.texts(style, texts(of: extremes.shown(day), extremes, clock, style)))
        }
        let ensemble = JSON.ensemble(scene, of: days, clock)
        return .object(
            JSON.forecastHead(of: report, scene, clock) + [("ensemble", ensemble), ("days", .array(members))])
    }
}

// For clients that show the days.
extension DailyView {
    private static func texts(
        of day: Day, _ extremes: DayExtremes, _ clock: PlaceClock, _ style: Style
    ) -> [(key: String, text: String?)] {
        let words = style.words
        let isToday = day.date == extremes.today
        let (high, low) = (extremes.high(of: day, style)?.plain, extremes.low(of: day, style)?.plain)
        return [
            ("day", (isToday ? words.phrase(.today) : words.shortWeekday(day.date)).capitalizedFirst),
            ("high", extremes.highMark(of: day) + (day.temperatureMax.map(style.degrees) ?? "")),
            ("low", extremes.lowMark(of: day) + (day.temperatureMin.map(style.degrees) ?? "")),
            (
                "range",
                high == nil && low == nil
                    ? nil : words.extremes(high: high ?? TextTable.unknown, low: low ?? TextTable.unknown)
            ),
            ("probability", style.probabilityText(day.precipitationProbability)),
            ("precipitation", day.precipitation.flatMap { $0 > 0 ? style.precipitation($0) : nil }),
            ("wind", day.windSpeedMax.map { style.wind($0) }),
        ]
    }
}

extension Day {
    /// How far above the place the 0 °C level matters, m: nearby mountains may get snow.
    private static let reachOfFrost = 3000.0

    /// Whether precipitation is expected, and the 0 °C level is near the place.
    ///
    /// - Parameter elevation: the place's elevation above sea level, m.
    fileprivate func isNearFreezing(above elevation: Double) -> Bool {
        guard precipitation ?? 0 >= 0.1, let freezingLevelMin else { return false }
        return freezingLevelMin < elevation + Self.reachOfFrost
    }
}

// How far the members of an ensemble differ, day by day.
extension Scene {
    /// The spread on a day of the forecast; nil when unknown.
    func spread(on day: Day) -> EnsembleDay? {
        report?.provider.isSample == true ? nil : ensemble?.day(day.date, at: now)
    }

    /// The range from lowest low to highest high of most members on a day; nil when unknown.
    func temperatures(on day: Day) -> Spread? {
        guard let spread = spread(on: day), let low = spread.low, let high = spread.high else { return nil }
        return Spread(from: low.from, to: high.to)
    }

    /// A heading, and a line per day with the ranges of low, high and precipitation. Empty if nothing is known, or if
    /// it does not fit.
    ///
    /// - Parameter name: formats a date.
    func ensembleRows(of days: [Day], _ style: Style, name: (CalendarDate) -> StyledText) -> [StyledText] {
        let known = days.compactMap { day in spread(on: day).map { (name: name(day.date), spread: $0) } }
        guard !known.isEmpty else { return [] }
        let words = style.words
        func column(_ heading: Heading, _ text: (EnsembleDay) -> String?) -> TextTable.Column {
            TextTable.Column(heading: words.heading(heading), cells: known.map { text($0.spread) })
        }
        let table = TextTable(columns: [
            TextTable.Column(heading: words.heading(.day), isRightAligned: false, cells: known.map(\.name)),
            column(.low) { $0.low.map(style.temperatures) }, column(.high) { $0.high.map(style.temperatures) },
            column(.precipitation) { $0.precipitation.map(style.amounts) },
        ])
        let title = StyledText(words.phrase(.ensembleSpread).capitalizedFirst, .faint)
        let (heading, rows) = table.lines()
        let lines = [title, heading] + rows
        guard style.width.map({ width in lines.allSatisfy { $0.columns <= width } }) ?? true else { return [] }
        return [""] + lines
    }

    /// The attribution of the ensemble, if it is shown and differs from the forecast's.
    func ensembleAttribution(of days: [Day], beside provider: Provider, _ words: any Words) -> [StyledText] {
        guard let ensemble, days.contains(where: { spread(on: $0) != nil }) else { return [] }
        return attribution(of: ensemble.provider, .ensemble, beside: provider, words)
    }

    /// The attribution of the normals, if they are known and it differs from the forecast's.
    func normalsAttribution(beside provider: Provider, _ words: any Words) -> [StyledText] {
        normals.map { attribution(of: $0.provider, .normals, beside: provider, words) } ?? []
    }

    private func attribution(of other: Provider, _ data: Label, beside provider: Provider, _ words: any Words)
        -> [StyledText]
    {
        guard let attribution = other.attribution, attribution != provider.attribution else { return [] }
        return [StyledText(other.credit(for: data, words), .faint)]
    }
}

extension Style {
    /// `12°C – 15°C`; one temperature if both are shown the same.
    func temperatures(_ spread: Spread) -> String { range(temperature(spread.from), temperature(spread.to)) }

    /// `0.0 mm – 4.2 mm`
    fileprivate func amounts(_ spread: Spread) -> String { range(precipitation(spread.from), precipitation(spread.to)) }

    private func range(_ from: String, _ to: String) -> String { from == to ? from : "\(from) – \(to)" }
}

extension JSON {
    /// The members of a day of `daily`.
    static func members(of spread: EnsembleDay?) -> [Member] {
        func range(_ spread: Spread?) -> JSON { spread.map { .array([.number($0.from), .number($0.to)]) } ?? .null }
        return [
            ("highRangeC", range(spread?.high)), ("lowRangeC", range(spread?.low)),
            ("precipitationRangeMM", range(spread?.precipitation)), ("ensembleMembers", .optional(spread?.members)),
        ]
    }

    /// The source of the ensemble; null without one.
    static func ensemble(_ scene: Scene, of days: [Day], _ clock: PlaceClock) -> JSON {
        guard let ensemble = scene.ensemble, days.contains(where: { scene.spread(on: $0) != nil }) else { return .null }
        return .object([
            ("provider", .string(ensemble.provider.id)), ("attribution", .optional(ensemble.provider.attribution)),
            ("fetchedAt", .time(ensemble.fetchedAt, clock)),
        ])
    }
}

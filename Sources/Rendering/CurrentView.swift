import Weather
public import Wire

/// The weather now, one quantity a line.
public enum CurrentView {
    public static func lines(
        of scene: Scene, as output: Reading.Output, in style: Style
    ) throws(NoWeather) -> [String] {
        let (report, present) = try scene.present()
        return output == .json
            ? [json(of: report, present, in: scene, style).text]
            : style.written(text(of: report, present, in: scene, style))
    }

    /// - Parameter isBrief: without what is less asked for, so that it fits a tooltip: 25 lines unless warnings are in
    ///   force, rain is near or something is amiss.
    static func text(
        of report: Report, _ present: Present, in scene: Scene, _ style: Style, isBrief: Bool = false
    ) -> [StyledText] {
        let clock = PlaceClock(zoneName: report.timeZone, in: style)
        let words = style.words
        let forecast = ForecastRows(report: report, now: scene.now, clock: clock, style: style)
        var hours = forecast.hours(isBrief ? 4 : 8, within: style.width)
        var days = forecast.days(7, within: style.width)
        if isBrief { (hours, days) = (Array(hours.dropFirst()), Array(days.dropFirst())) }
        return [scene.header(of: report, clock, style, withTime: !isBrief), ""] + warnings(scene, clock, style)
            + rows(of: present.conditions, report.day(at: scene.now), in: scene, clock, style, isBrief)
            + [hours, days].filter { !$0.isEmpty }.flatMap { [""] + $0 }
            + [
                "",
                isBrief
                    ? briefSource(of: present, report, scene, clock, words)
                    : source(of: present, report, scene.now, clock, words),
            ]
            + scene.footer(of: report, style)
            + scene.warningsAttribution(beside: report.provider, style)
    }

    /// By the clock alone, so that it reads the same until there is something new.
    private static func briefSource(
        of present: Present, _ report: Report, _ scene: Scene, _ clock: PlaceClock, _ words: any Words
    ) -> StyledText {
        let fetched = scene.fetchedLine(of: report, clock, words)
        guard present.origin == .forecast else { return fetched }
        return StyledText(words.forecast(for: clock.time(present.time, seenAt: scene.now)) + ", ", .faint) + fetched
    }

    private static func rows(
        of now: Conditions, _ today: Day?, in scene: Scene, _ clock: PlaceClock, _ style: Style, _ isBrief: Bool
    ) -> [StyledText] {
        let words = style.words
        var rows = Rows()
        rows.append(words.label(.condition), style.inkedCondition(now.condition, isDay: now.isDay))
        rows.append(words.label(.nowcast), scene.nowcastText(in: style).map { StyledText($0, .precipitation) })
        let left: Set<Label> =
            isBrief ? [.highAndLow, .dewPoint, .cloudCover, .pressure, .precipitation, .visibility, .uvIndex] : []
        for (label, value) in quantities(now, today: today, style) where !left.contains(label) {
            rows.append(words.label(label), value)
        }
        for (label, value) in sun(today?.daylight, clock, words) { rows.append(words.label(label), value) }
        return rows.lines(within: style.width)
    }

    /// As many warnings as are listed; the rest has a view of its own.
    private static let warningsLimit = 5

    /// A line for each warning in force, and an empty one.
    private static func warnings(_ scene: Scene, _ clock: PlaceClock, _ style: Style) -> [StyledText] {
        guard let alerts = scene.alertsInForce, !alerts.isEmpty else { return [] }
        let rest = alerts.count - warningsLimit
        return alerts.prefix(warningsLimit).flatMap { $0.lines(at: scene.now, clock, style) }
            + (rest > 0 ? [StyledText(style.words.more(rest, command: "weatherctl alerts"))] : []) + [""]
    }

    /// Each quantity, nil where it is not known, and rain and snow where none fell.
    private static func quantities(
        _ now: Conditions, today: Day?, _ style: Style
    ) -> [(label: Label, value: StyledText?)] {
        func temperature(_ celsius: Double) -> StyledText { style.inkedTemperature(celsius, decimals: 1) }
        func depth(_ millimeters: Double) -> StyledText? {
            millimeters > 0 ? style.inkedPrecipitation(millimeters) : nil
        }
        func text(_ text: String?) -> StyledText? { text.map { StyledText($0) } }
        return [
            (.temperature, now.temperature.map { temperature($0).bold }),
            (.feelsLike, now.feelsLike.map(temperature)),
            (
                .highAndLow,
                extremes(today).map { $0.map(temperature) ?? StyledText(Table.unknown) }.joined(separator: " / ")
            ),
            (.humidity, text(now.humidity.map(style.percent))),
            (.dewPoint, now.dewPoint.map(temperature)),
            (.cloudCover, text(now.cloudCover.map(style.percent))),
            (.wind, text(wind(now, style))),
            (.pressure, text(now.pressure.map(style.pressure))),
            (.precipitation, now.precipitation.map(style.inkedPrecipitation)),
            (.rain, now.rain.flatMap(depth)),
            (.snowfall, now.snowfall.flatMap(depth)),
            (.visibility, text(now.visibility.map(style.distance))),
            (
                .uvIndex,
                now.uvIndex.map { index in
                    let exposure = UVExposure(index: index)
                    return StyledText(
                        "\(style.number(index)) (\(style.words.exposure(exposure)))",
                        .color(Palette.color(of: exposure)))
                }
            ),
        ]
    }

    /// The day's highest and lowest temperature; empty when neither is known.
    private static func extremes(_ day: Day?) -> [Double?] {
        day?.temperatureMax == nil && day?.temperatureMin == nil ? [] : [day?.temperatureMax, day?.temperatureMin]
    }

    /// `↗ 14 km/h from SSW, gusts 31 km/h`, as far as it is known; gusts that are calm say no more than the wind.
    private static func wind(_ now: Conditions, _ style: Style) -> String? {
        let words = style.words
        var parts: [String] = []
        let speed = now.windSpeed.map(style.wind)
        let direction = now.windDirection.map(style.compassPoint)
        if let known = now.windSpeed ?? now.windGust, Style.isCalm(known) {
            parts.append(words.phrase(.calm))
        } else if speed != nil || direction != nil {
            let arrow = now.windDirection.map { Arrow.ofWind(from: $0) + " " } ?? ""
            parts.append(arrow + words.wind(speed: speed, from: direction))
        }
        if let gust = now.windGust, !Style.isCalm(gust) { parts.append(words.gusts(style.wind(gust))) }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func sun(
        _ daylight: Daylight?, _ clock: PlaceClock, _ words: any Words
    ) -> [(label: Label, value: StyledText)] {
        switch daylight {
        case nil: []
        case .sun(let rise, let set):
            [(.sunrise, StyledText(clock.time(rise), .sunrise)), (.sunset, StyledText(clock.time(set), .sunset))]
        case .polarDay: [(.sun, StyledText(words.phrase(.sunDoesNotSet)))]
        case .polarNight: [(.sun, StyledText(words.phrase(.sunDoesNotRise)))]
        }
    }

    /// Whether this was observed or forecast, for when, and how long ago it was fetched.
    static func source(
        of present: Present, _ report: Report, _ now: UnixTime, _ clock: PlaceClock, _ words: any Words
    ) -> StyledText {
        let isLast = present.origin == .forecast
        let age =
            report.isAhead(of: now)
            ? words.fetchedBeforeClockChange(at: clock.time(report.fetchedAt, seenAt: now), isLast: isLast)
            : words.fetched(ago: Age(seconds: report.age(at: now)).text(in: words), isLast: isLast)
        return switch present.origin {
        case .observed: StyledText("\(words.observed(at: clock.time(present.time, seenAt: now))), \(age)", .faint)
        case .forecast: StyledText("\(words.forecast(for: clock.time(present.time, seenAt: now))), \(age)", .stale)
        }
    }

    static func json(of report: Report, _ present: Present, in scene: Scene, _ style: Style) -> JSON {
        let clock = PlaceClock(zoneName: report.timeZone, in: style)
        let isForecast = present.origin == .forecast
        let daylight = report.day(at: scene.now)?.daylight
        return .object(
            [
                ("schema", .integer(JSON.schema)),
                ("place", .place(scene, clock)),
                ("provider", .string(report.provider.id)),
                ("observedAt", isForecast ? .null : .time(present.time, clock)),
                ("fetchedAt", .time(report.fetchedAt, clock)),
                ("freshness", .string(scene.freshness.rawValue)),
            ] + JSON.members(of: present.conditions, style) + JSON.sun(daylight, clock) + [
                ("origin", .string(present.origin.word)),
                ("forecastFor", isForecast ? .time(present.time, clock) : .null),
            ] + JSON.trust(in: report, scene) + [
                ("nowcast", .nowcast(scene, clock, style)),
                ("alert", .alert(scene, clock, style)),
                ("class", .words(scene.classes(of: present, in: style))),
            ] + Outlook(report: report, present: present, now: scene.now).members(in: style, clock))
    }
}

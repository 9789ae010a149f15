import Weather
public import Wire

/// The weather now, one quantity a line.
public enum CurrentView {
    public static func lines(
        of scene: Scene, as output: Reading.Output, in style: Style
    ) throws(NoWeather) -> [String] {
        let (report, present) = try scene.present()
        switch output {
        case .text: return text(of: report, present, in: scene, style)
        case .json: return [json(of: report, present, in: scene, style).text]
        }
    }

    private static func text(of report: Report, _ present: Present, in scene: Scene, _ style: Style) -> [String] {
        let clock = PlaceClock(zoneName: report.timeZone)
        let today = report.day(at: scene.now)
        var rows = Rows()
        rows.append("Condition", style.icons.labelled(present.conditions.condition, isDay: present.conditions.isDay))
        rows.append("Nowcast", scene.nowcastText)
        for (label, value) in quantities(present.conditions, today: today, style) { rows.append(label, value) }
        for (label, value) in sun(today?.daylight, clock) { rows.append(label, value) }
        var lines = [scene.header(of: report, clock, withTime: true), ""] + warnings(scene, clock, style) + rows.lines
        lines += ["", source(of: present, report, scene.now, clock)]
        return lines + scene.footer(of: report) + scene.warningsAttribution(beside: report.provider)
    }

    /// As many warnings as are listed; the rest has a view of its own.
    private static let warningsLimit = 5

    /// A line for each warning in force, and an empty one.
    private static func warnings(_ scene: Scene, _ clock: PlaceClock, _ style: Style) -> [String] {
        guard let alerts = scene.alertsInForce, !alerts.isEmpty else { return [] }
        let lines = alerts.prefix(warningsLimit).map {
            Icons.labelled(style.icons.warning, $0.line(at: scene.now, clock))
        }
        let rest = alerts.count - lines.count
        return lines + (rest > 0 ? ["and \(rest) more, see: weatherctl alerts"] : []) + [""]
    }

    /// Each quantity, nil where it is not known, and rain and snow where none fell.
    private static func quantities(
        _ now: Conditions, today: Day?, _ style: Style
    ) -> [(label: String, value: String?)] {
        let units = style.units
        func temperature(_ celsius: Double) -> String { units.temperature.text(celsius, decimals: 1) }
        func depth(_ millimeters: Double) -> String? {
            millimeters > 0 ? units.precipitation.text(millimeters) : nil
        }
        return [
            ("Temperature", now.temperature.map(temperature)),
            ("Feels like", now.feelsLike.map(temperature)),
            ("High / low today", extremes(today).map { $0.map(temperature) ?? Table.unknown }.joined(separator: " / ")),
            ("Humidity", now.humidity.map(percent)),
            ("Dew point", now.dewPoint.map(temperature)),
            ("Cloud cover", now.cloudCover.map(percent)),
            ("Wind", wind(now, units.wind)),
            ("Pressure", now.pressure.map { units.pressure.text($0) }),
            ("Precipitation", now.precipitation.map { units.precipitation.text($0) }),
            ("Rain", now.rain.flatMap(depth)),
            ("Snowfall", now.snowfall.flatMap(depth)),
            ("Visibility", now.visibility.map { units.distance.text($0) }),
            ("UV index", now.uvIndex.map { "\($0.text(decimals: 0)) (\(English.uvCategory($0)))" }),
        ]
    }

    /// The day's highest and lowest temperature; empty when neither is known.
    private static func extremes(_ day: Day?) -> [Double?] {
        day?.temperatureMax == nil && day?.temperatureMin == nil ? [] : [day?.temperatureMax, day?.temperatureMin]
    }

    /// `14 km/h from SSW, gusts 31 km/h`, as far as it is known; gusts that are calm say no more than the wind.
    private static func wind(_ now: Conditions, _ unit: Units.Wind) -> String? {
        var parts: [String] = []
        let speed = now.windSpeed.map { unit.text($0) }
        let gust = now.windGust.map { unit.text($0) }
        let direction = now.windDirection.map { "\(English.from) \(compassPoint($0))" }
        if (speed ?? gust) == English.calm {
            parts.append(English.calm)
        } else if speed != nil || direction != nil {
            parts.append([speed, direction].compactMap(\.self).joined(separator: " "))
        }
        if let gust, gust != English.calm { parts.append("\(English.gusts) \(gust)") }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func sun(_ daylight: Daylight?, _ clock: PlaceClock) -> [(label: String, value: String)] {
        switch daylight {
        case nil: []
        case .sun(let rise, let set): [("Sunrise", clock.time(rise)), ("Sunset", clock.time(set))]
        case .polarDay: [("Sun", English.sunDoesNotSet)]
        case .polarNight: [("Sun", English.sunDoesNotRise)]
        }
    }

    /// Whether this was observed or forecast, for when, and how long ago it was fetched.
    private static func source(of present: Present, _ report: Report, _ now: UnixTime, _ clock: PlaceClock) -> String {
        let age =
            report.isAhead(of: now)
            ? "fetched at \(clock.time(report.fetchedAt, seenAt: now)), before the clock was turned back"
            : "fetched \(Age(seconds: report.age(at: now)).text) ago"
        return switch present.origin {
        case .observed: "observed at \(clock.time(present.time, seenAt: now)), \(age)"
        case .forecast: "\(English.forecast) for \(clock.time(present.time, seenAt: now)), last \(age)"
        }
    }

    private static func json(of report: Report, _ present: Present, in scene: Scene, _ style: Style) -> JSON {
        let clock = PlaceClock(zoneName: report.timeZone)
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
            ] + JSON.members(of: present.conditions, style.icons) + JSON.sun(daylight, clock) + [
                ("origin", .string(present.origin.word)),
                ("forecastFor", isForecast ? .time(present.time, clock) : .null),
            ] + JSON.trust(in: report, scene) + [
                ("nowcast", .nowcast(scene, clock)),
                ("alert", .alert(scene, clock)),
                ("class", .words(scene.classes(of: present.conditions))),
            ])
    }
}

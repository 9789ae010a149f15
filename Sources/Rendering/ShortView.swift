import Weather
public import Wire

/// One line for a status bar.
///
/// This is what bars ask for all day: for the standard template it works without Foundation's formatters, calendar and
/// time zones.
public enum ShortView {
    public static func lines(
        of scene: Scene, as output: Reading.Output, in style: Style
    ) throws(NoWeather) -> [String] {
        let (report, present) = try scene.present()
        let text = text(of: report, present, in: scene, style)
        switch output {
        case .text: return [text]
        case .json: return [json(text, of: report, present, in: scene, style).text]
        }
    }

    private static func text(of report: Report, _ present: Present, in scene: Scene, _ style: Style) -> String {
        var line = ""
        // What is empty leaves no gap: of the spaces around it, those behind it go.
        var isBehindNothing = false
        for part in style.shortTemplate.parts {
            let text =
                switch part {
                case .literal(let text): text
                case .field(let field): value(of: field, report, present, scene, style) ?? Table.unknown
                }
            if text.isEmpty {
                isBehindNothing = true
            } else if isBehindNothing, line.isEmpty || line.last == " " {
                let rest = text.drop { $0 == " " }
                line += rest
                isBehindNothing = rest.isEmpty
            } else {
                line += text
                isBehindNothing = false
            }
        }
        if isBehindNothing {
            while line.last == " " { line.removeLast() }
        }
        if !style.shortTemplate.shows(.alert), scene.alertsInForce?.isEmpty == false {
            line += (line.isEmpty ? "" : " ") + style.icons.warning
        }
        switch (present.origin, report.provider.isSample) {
        case (.observed, false): break
        case (.observed, true): line += " (\(English.sampleData))"
        case (.forecast, false): line += " (\(English.forecast))"
        case (.forecast, true): line += " (\(English.forecast), \(English.sampleData))"
        }
        return line
    }

    private static func value(
        of field: Template.Field, _ report: Report, _ present: Present, _ scene: Scene, _ style: Style
    ) -> String? {
        let conditions = present.conditions
        let units = style.units
        func temperature(_ celsius: Double?) -> String? { celsius.map { units.temperature.text($0) } }
        return switch field {
        case .icon: style.icons.icon(conditions.condition, isDay: conditions.isDay)
        case .temperature: temperature(conditions.temperature)
        case .feelsLike: temperature(conditions.feelsLike)
        case .condition: English.condition(conditions.condition)
        case .place: scene.place.displayName
        case .high: temperature(report.day(at: scene.now)?.temperatureMax)
        case .low: temperature(report.day(at: scene.now)?.temperatureMin)
        case .wind: conditions.windSpeed.map { units.wind.text($0) }
        case .humidity: conditions.humidity.map(percent)
        case .precipitation: conditions.precipitation.map { units.precipitation.text($0) }
        case .pressure: conditions.pressure.map { units.pressure.text($0) }
        case .nowcast: scene.nowcastText ?? ""
        case .alert: scene.alertsInForce?.first?.plainEvent ?? ""
        case .provider: report.provider.name.plain(limit: 40)
        case .age: Age(seconds: report.age(at: scene.now)).text
        }
    }

    private static func json(
        _ text: String, of report: Report, _ present: Present, in scene: Scene, _ style: Style
    ) -> JSON {
        let clock = PlaceClock(zoneName: report.timeZone)
        let conditions = present.conditions
        return .object([
            ("schema", .integer(JSON.schema)),
            ("text", .string(text)),
            ("place", .place(scene, clock)),
            ("provider", .string(report.provider.id)),
            ("sample", .bool(report.provider.isSample)),
            ("freshness", .string(scene.freshness.rawValue)),
            ("origin", .string(present.origin.word)),
            ("fetchedAt", .string(clock.rfc3339(report.fetchedAt))),
            ("condition", .condition(conditions.condition, isDay: conditions.isDay, style.icons)),
            ("isDay", .optional(conditions.isDay)),
            ("temperatureC", .number(conditions.temperature)),
            ("alert", .alert(scene, clock)),
            ("class", .words(scene.classes(of: conditions))),
            ("attribution", .optional(report.provider.attribution)),
        ])
    }
}

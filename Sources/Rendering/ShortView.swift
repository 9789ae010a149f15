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
        for part in style.shortTemplate.parts {
            switch part {
            case .literal(let text): line += text
            case .field(let field): line += value(of: field, report, present, scene, style) ?? Table.unknown
            }
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
        ])
    }
}

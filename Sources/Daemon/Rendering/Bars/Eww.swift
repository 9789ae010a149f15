import ClientProtocol
import Languages
import Weather

extension BarBlock {
    /// One object for eww expressions such as `weather.icon`; unknown values are empty. Texts are escaped for a label's
    /// `:text`, `markup` for its `:markup`; `tooltip` is plain text.
    var eww: String {
        let extremes = report.extremes(at: scene.now, beside: present)
        func text(_ text: String?) -> JSON { .string((text ?? "").escapedForEww) }
        func temperature(_ celsius: Double?) -> JSON { text(celsius.map { style.temperature($0) }) }
        return JSON.object([
            ("text", text(lines.plain)),
            ("markup", .string(Markup.pango.write(lines, on: style.theme))),
            ("alt", text(alt)),
            ("icon", text(style.icon(conditions))),
            ("condition", .string(conditions.condition.rawValue)),
            ("description", text(style.condition(conditions))),
            ("place", text(scene.place.displayName(in: style))),
            ("temperature", temperature(conditions.temperature)),
            ("feelsLike", temperature(conditions.feelsLike)),
            ("high", temperature(extremes?.high)),
            ("low", temperature(extremes?.low)),
            ("wind", text(conditions.windSpeed.map(style.wind))),
            ("humidity", text(conditions.humidity.map(style.percent))),
            (
                "precipitation",
                text(
                    conditions.precipitation.map {
                        style.amount(
                            style.coloredPrecipitation($0), period: conditions.precipitationPeriod,
                            inInches: style.units.precipitation == .inches
                        ).plain
                    })
            ),
            ("probability", text(percentage.map { style.percent(Double($0)) })),
            ("percentage", .integer(percentage ?? 0)),
            ("nowcast", text(scene.nowcastText(in: style))),
            ("alert", text(scene.alertsInForce?.first?.plainEvent(in: style.words))),
            ("freshness", .string(scene.freshness.rawValue)),
            ("color", .string(color?.hex ?? "")),
            ("class", .string(classes.joined(separator: " "))),
            ("classes", .words(classes)),
            ("tooltip", .string(tooltip.map(\.plain).joined(separator: "\n"))),
        ]).text
    }
}

import Languages
import Weather

extension BarBlock {
    /// The tags of a script module and the empty line that commits them; see yambar-modules-script(5). Values need no
    /// escaping. Unknown values are empty.
    var yambar: [String] {
        let extremes = report.extremes(at: scene.now, beside: present)
        func text(_ name: String, _ value: String?) -> String { "\(name)|string|\(value ?? "")" }
        func temperature(_ name: String, _ celsius: Double?) -> String {
            text(name, celsius.map { style.temperature($0) })
        }
        return [
            text("text", line.plain),
            text("icon", style.icon(conditions)),
            text("condition", conditions.condition.rawValue),
            text("description", style.condition(conditions)),
            text("place", scene.place.displayName(in: style)),
            temperature("temperature", conditions.temperature),
            temperature("high", extremes?.high),
            temperature("low", extremes?.low),
            text("alert", scene.alertsInForce?.first?.plainEvent(in: style.words)),
            text("class", classes.joined(separator: " ")),
            text("color", color?.hex),
            "percentage|range:0-100|\(percentage ?? 0)",
            "stale|bool|\(isStale)",
            "",
        ]
    }
}

import ClientProtocol
import Formats
import Languages
import Weather

/// The contents of one status bar block, from which each bar's output is written.
struct BarBlock {
    let scene: Scene
    let report: Report
    let present: Present
    let style: Style
    /// The lines of the tooltip or menu; nil for the default.
    let details: [String]?

    var conditions: Conditions { present.conditions }

    /// The text of `short`: one part, or several for a vertical bar.
    var parts: [StyledText] {
        let template = style.shortTemplate
        let parts =
            style.isVertical
            ? template.lines(for: present, of: report, in: scene, style)
            : [template.text(for: present, of: report, in: scene, style)]
        return parts.map(colored)
    }

    /// The parts on one line.
    var line: StyledText { parts.joined(separator: " ") }

    /// The parts, one per line.
    var lines: StyledText { parts.joined(separator: "\n") }

    /// The icon and the temperature, for narrow bars.
    var shortLine: StyledText {
        let icon = style.icon(conditions)
        let temperature = conditions.temperature.map { style.temperature($0) } ?? TextTable.unknown
        let inks = [
            Palette.color(of: conditions.pictured, isDay: conditions.isDay),
            conditions.temperature.map(Palette.color(ofTemperature:)),
        ].map { StyledText.TextStyle.color(isStale ? Palette.stale : $0) }
        return colored(StyledText(icon, inks[0]) + " " + StyledText(temperature, inks[1]))
    }

    var tooltip: [StyledText] {
        let lines = details?.map { StyledText($0) } ?? Tooltip.lines(of: report, present, in: scene, style)
        return style.hasColors ? lines : lines.map { StyledText($0.plain) }
    }

    /// Whether the tooltip has columns, which only line up in a monospaced font.
    var isTooltipAligned: Bool { details != nil || style.tooltipTemplates == nil }

    /// The condition's code, or the user's template for it.
    var alt: String {
        style.altTemplate?.text(for: present, of: report, in: scene, style, isAlone: false).plain
            ?? conditions.pictured.rawValue
    }

    var classes: [String] { scene.classes(of: present, in: style) }

    /// The colour of the whole block, for stale weather, a warning or the temperature; nil if none applies or colours are
    /// disabled.
    var color: RGB? {
        guard style.hasColors else { return nil }
        let alert = scene.alertsInForce?.first.map { Palette.color(of: $0.severity) }
        let color = isStale ? Palette.stale : alert ?? conditions.temperature.map(Palette.color(ofTemperature:))
        return color?.shade(on: style.theme)
    }

    /// The probability of precipitation in this hour, or in the longer period that contains it, %; nil when unknown.
    var percentage: Int? {
        report.probability(at: scene.now).map { Int(min(100, max(0, $0.percent)).rounded()) }
    }

    var isStale: Bool { scene.freshness != .fresh }

    /// Stale weather is grey, except for text that has its own colour.
    private func colored(_ text: StyledText) -> StyledText {
        guard style.hasColors else { return StyledText(text.plain) }
        guard isStale else { return text }
        return text.runs.reduce(into: "") { text, run in
            text += StyledText(run.text, .color(run.textStyle.color ?? Palette.stale))
        }
    }
}

extension Scene {
    /// CSS classes of the weather: stable words, the same in every language.
    func classes(of present: Present, in style: Style) -> [String] {
        let conditions = present.conditions
        var classes = [conditions.condition.rawValue]
        if let likelihood = conditions.likelihood { classes.append(likelihood.rawValue) }
        if let isDay = conditions.isDay { classes.append(isDay ? "day" : "night") }
        classes.append(freshness.rawValue)
        if present.origin == .forecast { classes.append("forecast") }
        if report?.provider.isSample == true { classes.append("sample") }
        if lastFailure?.isOffline == true { classes.append("offline") }
        if let worst = alertsInForce?.first { classes += ["alert", "alert-\(worst.severity.rawValue)"] }
        if let worst = alertsAnnounced?.first { classes += ["announced", "announced-\(worst.severity.rawValue)"] }
        if let omitted = warnings?.omitted {
            if omitted.unlocated > 0 { classes.append("alert-unlocated") }
            if omitted.unreadable > 0 { classes.append("alert-unreadable") }
        }
        if warnings?.lacksOwnCountry == true { classes.append("alert-missing") }
        return classes + style.thresholds.classes(of: conditions)
    }
}

extension Thresholds {
    /// An unknown value exceeds no threshold.
    fileprivate func classes(of conditions: Conditions) -> [String] {
        var classes: [String] = []
        if let temperature = conditions.temperature {
            if temperature >= hot { classes.append("hot") }
            if temperature <= cold { classes.append("cold") }
        }
        if let rate = conditions.precipitationRate, rate >= wet { classes.append("wet") }
        if let wind = conditions.windSpeed, wind >= windy { classes.append("windy") }
        return classes
    }
}

extension BarBlock {
    /// The output of a custom Waybar module with `return-type` `json`; see waybar-custom(5). Text, `alt` and tooltip
    /// are Pango markup. The text has no colours: the style sheet sets them by class.
    var waybar: String {
        let tooltip = Markup.pango.write(tooltip.joined(separator: "\n"), on: style.theme)
        var members: [JSON.Member] = [
            ("text", .string(Markup.pango.write(StyledText(lines.plain), on: style.theme))),
            ("alt", .string(alt.escapedForPango)),
            ("tooltip", .string(isTooltipAligned ? "<tt>\(tooltip)</tt>" : tooltip)),
            ("class", .words(classes)),
        ]
        // Waybar cannot represent an unknown percentage.
        if let percentage { members.append(("percentage", .integer(percentage))) }
        return JSON.object(members).text
    }
}

// i3bar and swaybar (https://i3wm.org/docs/i3bar-protocol.html), and i3blocks(1), which feeds them.

extension BarBlock {
    /// One status line with one block, as an element of the infinite array; the comma precedes the next one.
    var i3bar: String {
        "[\(JSON.object([("name", .string("weather"))] + i3Members).text)],"
    }

    /// One update of a block that has `format=json`.
    var i3blocksUpdate: String { JSON.object(i3Members).text }

    /// Full text, short text, colour: everything that a block without `format` reads.
    var i3blocks: [String] {
        [line.plain, shortLine.plain] + (color.map { [$0.hex] } ?? [])
    }

    private var i3Members: [JSON.Member] {
        let color: [JSON.Member] = color.map { [("color", .string($0.hex))] } ?? []
        // i3blocks 1.4 does not decode JSON escapes, so the markup contains no quotes or backslashes.
        func text(_ text: StyledText) -> JSON {
            .string(Markup.pango.write(text, on: style.theme).escaped([("\\", "&#92;")]))
        }
        return [("full_text", text(line)), ("short_text", text(shortLine))] + color + [("markup", .string("pango"))]
    }
}

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
            ("place", text(scene.place.displayName(in: style.words))),
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
            text("place", scene.place.displayName(in: style.words)),
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

extension BarBlock {
    /// The button's line, `---`, and the menu's lines; see https://github.com/p-e-w/argos. Argos turns the `\n` between
    /// parts into line breaks.
    var argos: [String] {
        let font = isTooltipAligned ? " | font=monospace" : ""
        var menu: [String] = []
        for line in tooltip {
            if !line.isEmpty {
                menu.append(argosLine(line) + font)
            } else if menu.last != Self.argosSeparator, !menu.isEmpty {
                menu.append(Self.argosSeparator)
            }
        }
        return [parts.map(argosLine).joined(separator: "\\n"), Self.argosSeparator] + menu
    }

    /// Ends the button; within the menu it draws a separator.
    private static let argosSeparator = "---"

    /// Argos would read leading dashes as submenu levels, and drop leading spaces.
    private func argosLine(_ text: StyledText) -> String {
        var line = Markup.argos.write(text, on: style.theme).unicodeScalars[...]
        let indent = line.prefix { $0 == " " }.count
        line = line.dropFirst(indent)
        let isDash = line.first == "-"
        return String(repeating: "&#32;", count: indent) + (isDash ? "&#45;" : "")
            + String(isDash ? line.dropFirst() : line)
    }
}

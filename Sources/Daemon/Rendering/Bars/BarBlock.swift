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

    /// The colour of the whole block: that of stale weather, of a warning, or of the temperature; nil if none applies
    /// or colours are disabled.
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

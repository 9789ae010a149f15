import Weather

/// The weather as one block of a status bar, from which each bar is written what it reads.
struct BarBlock {
    let scene: Scene
    let report: Report
    let present: Present
    let style: Style
    /// What stands in the tooltip or menu; nil for what `short` has there.
    let details: [String]?

    var conditions: Conditions { present.conditions }

    /// What `short` says: one part, or several that stand one below the other.
    var parts: [StyledText] {
        let template = style.shortTemplate
        let parts =
            style.isVertical
            ? template.lines(for: present, of: report, in: scene, style)
            : [template.text(for: present, of: report, in: scene, style)]
        return parts.map(colored)
    }

    /// The parts in one line.
    var line: StyledText { parts.joined(separator: " ") }

    /// The parts in as many lines.
    var lines: StyledText { parts.joined(separator: "\n") }

    /// For where there is no room for more: the icon and the temperature.
    var shortLine: StyledText {
        let icon = style.icon(conditions)
        let temperature = conditions.temperature.map { style.temperature($0) } ?? Table.unknown
        let inks = [
            Palette.color(of: conditions.pictured, isDay: conditions.isDay),
            conditions.temperature.map(Palette.color(ofTemperature:)),
        ].map { StyledText.Ink.color(isStale ? Palette.stale : $0) }
        return colored(StyledText(icon, inks[0]) + " " + StyledText(temperature, inks[1]))
    }

    var tooltip: [StyledText] {
        let lines = details?.map { StyledText($0) } ?? Tooltip.lines(of: report, present, in: scene, style)
        return style.hasColors ? lines : lines.map { StyledText($0.plain) }
    }

    /// Whether the tooltip has columns, which line up in a monospaced font alone.
    var isTooltipAligned: Bool { details != nil || style.tooltipTemplates == nil }

    /// The condition's code, or what the user made of it.
    var alt: String {
        style.altTemplate?.text(for: present, of: report, in: scene, style, isAlone: false).plain
            ?? conditions.pictured.rawValue
    }

    var classes: [String] { scene.classes(of: present, in: style) }

    /// The one colour of a bar that has one for the whole block: that of stale weather, of a warning, or of the temperature;
    /// nil when it is none of these, and where colours are not wanted.
    var color: RGB? {
        guard style.hasColors else { return nil }
        let alert = scene.alertsInForce?.first.map { Palette.color(of: $0.severity) }
        let color = isStale ? Palette.stale : alert ?? conditions.temperature.map(Palette.color(ofTemperature:))
        return color?.shade(on: style.theme)
    }

    /// The probability of precipitation in this hour, or in the longer period that it is part of, %; nil when it is not known.
    var percentage: Int? {
        report.precipitationHour(at: scene.now)?.precipitationProbability.map { Int(min(100, max(0, $0)).rounded()) }
    }

    var isStale: Bool { scene.freshness != .fresh }

    /// What has no colour of its own has that of stale weather when it is, which is faint enough.
    private func colored(_ text: StyledText) -> StyledText {
        guard style.hasColors else { return StyledText(text.plain) }
        guard isStale else { return text }
        return text.runs.reduce(into: "") { text, run in
            text += StyledText(run.text, .color(run.ink.color ?? Palette.stale))
        }
    }
}

import Languages

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

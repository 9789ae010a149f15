extension BarBlock {
    /// What a custom module of Waybar with `return-type` `json` reads, see waybar-custom(5). Text, `alt` and tooltip are Pango
    /// markup. The text has no colours: those are for the style sheet, which goes by the classes.
    var waybar: String {
        let tooltip = Markup.pango.write(tooltip.joined(separator: "\n"), on: style.theme)
        var members: [JSON.Member] = [
            ("text", .string(Markup.pango.write(StyledText(lines.plain), on: style.theme))),
            ("alt", .string(alt.escapedForPango)),
            ("tooltip", .string(isTooltipAligned ? "<tt>\(tooltip)</tt>" : tooltip)),
            ("class", .words(classes)),
        ]
        // Waybar has no way to say that a percentage is not known.
        if let percentage { members.append(("percentage", .integer(percentage))) }
        return JSON.object(members).text
    }
}

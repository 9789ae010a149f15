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

extension BarBlock {
    /// The line of the button, `---`, and the lines of its menu, see https://github.com/p-e-w/argos. Parts stand one below the
    /// other with `\n` between them, which Argos makes a line end of.
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

    /// Ends the button; in the menu it is a line across.
    private static let argosSeparator = "---"

    /// Dashes at the beginning would tell a level of the menu, and spaces would go.
    private func argosLine(_ text: StyledText) -> String {
        var line = Markup.argos.write(text, on: style.theme).unicodeScalars[...]
        let indent = line.prefix { $0 == " " }.count
        line = line.dropFirst(indent)
        let isDash = line.first == "-"
        return String(repeating: "&#32;", count: indent) + (isDash ? "&#45;" : "")
            + String(isDash ? line.dropFirst() : line)
    }
}

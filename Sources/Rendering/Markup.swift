import Wire

/// The way in which a terminal or a bar is told how text looks. What it would take for more than text is escaped, so that
/// every text is shown as it is.
enum Markup: Sendable, Hashable {
    /// Text alone, and all of it as it is.
    case none
    /// ECMA-48, the colours as ISO 8613-6 has them.
    case terminal(ColorDepth)
    /// Pango's: Waybar, i3bar, labels of eww.
    case pango
    /// Polybar's tags.
    case polybar
    /// What tmux makes of the output of a command in its status line.
    case tmux
    /// A line of Argos, which is Pango's with signs of its own.
    case argos

    func write(_ text: StyledText, on theme: Theme) -> String {
        switch self {
        case .none: text.plain
        case .terminal(let depth): text.escaped(for: depth, on: theme)
        case .pango: text.inPangoMarkup(on: theme) { $0.escapedForPango }
        case .polybar: text.inPolybarTags(on: theme)
        case .tmux: text.inTmuxStyles(on: theme)
        case .argos: text.inPangoMarkup(on: theme) { $0.escapedForArgos }
        }
    }
}

extension String {
    /// With some of its scalars written otherwise. Scalars, since a sign and an accent behind it are one character.
    func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
        // Most texts have nothing to replace, and are then copied whole.
        guard unicodeScalars.contains(where: { replacement($0) != nil }) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if let other = replacement(scalar) {
                result += other
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

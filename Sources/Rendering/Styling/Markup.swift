import Wire

/// The markup of a terminal or a bar. Text is escaped so that it appears unchanged.
enum Markup: Sendable, Hashable {
    /// Plain text without escaping.
    case none
    /// ECMA-48, with the colours of ISO 8613-6.
    case terminal(ColorDepth)
    /// Pango's: Waybar, i3bar, labels of eww.
    case pango
    /// Polybar's tags.
    case polybar
    /// tmux styles, for the output of a command in the status line.
    case tmux
    /// A line of Argos: Pango with additional special characters.
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
    /// The text with some scalars replaced. Scalars, since a sign and a combining accent after it form one character.
    func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
        // Most texts need no escaping and are copied whole.
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

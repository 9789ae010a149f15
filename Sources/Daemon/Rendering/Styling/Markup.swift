import ClientProtocol

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
        case .argos: text.inPangoMarkup(on: theme) { $0.escapedForPango.escapedForArgos }
        }
    }
}

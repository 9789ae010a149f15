import Weather
public import Wire

extension Reading.Output {
    /// Whether it has a place for more than a line: a tooltip, or a menu.
    public var hasDetails: Bool {
        switch self {
        case .waybar, .eww, .argos: true
        case .text, .json, .polybar, .i3bar, .i3blocks, .tmux, .yambar: false
        }
    }
}

extension Reading.View {
    public var isShort: Bool {
        if case .short = self { true } else { false }
    }
}

extension Scene {
    /// The same of a view that a bar shows: its line is that of `short`, and the view stands beside it.
    func nextChange(inBarOf view: Reading.View, as output: Reading.Output, in style: Style) -> UnixTime? {
        let line = nextChange(of: .short(format: nil), as: output, in: style)
        let details = output.hasDetails ? nextChange(of: view, as: .text, in: style) : nil
        return [line, details].compactMap(\.self).min()
    }
}

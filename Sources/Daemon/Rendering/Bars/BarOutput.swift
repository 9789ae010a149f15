public import ClientProtocol
import Weather

// A row for each output in each of these tables.
extension ViewRequest.Output {
    /// Whether the bar shows more than one line, in a tooltip or a menu.
    public var hasDetails: Bool {
        switch self {
        case .waybar, .eww, .argos: true
        case .text, .json, .polybar, .i3bar, .i3blocks, .tmux, .yambar: false
        }
    }

    /// The lines that show the weather.
    ///
    /// - Parameter isWatched: whether the bar takes one update after the other.
    func lines(of block: BarBlock, isWatched: Bool) -> [String] {
        switch self {
        case .text: block.parts.map(\.plain)
        case .json: [ShortView.json(of: block).text]
        case .waybar: [block.waybar]
        case .polybar: [Markup.polybar.write(block.line, on: block.style.theme)]
        case .tmux: [Markup.tmux.write(block.line, on: block.style.theme)]
        case .i3bar: [block.i3bar]
        case .i3blocks: isWatched ? [block.i3blocksUpdate] : block.i3blocks
        case .eww: [block.eww]
        case .yambar: block.yambar
        case .argos: block.argos
        }
    }

    /// The lines that show any other text, in the form in which the bar shows that there is no weather; nil for JSON,
    /// which no bar reads.
    func lines(showing text: StyledText, of scene: Scene, isWatched: Bool, in style: Style) -> [String]? {
        switch self {
        case .text: [text.plain]
        case .json: nil
        case .polybar: [Markup.polybar.write(text, on: style.theme)]
        case .tmux: [Markup.tmux.write(text, on: style.theme)]
        case .waybar, .i3bar, .i3blocks, .eww, .yambar, .argos:
            unavailable(
                .noWeather, message: NoWeather(.neverFetched, in: scene).sentence, showing: text.plain,
                isWatched: isWatched)
        }
    }
}

extension ViewRequest.View {
    public var isShort: Bool {
        if case .short = self { true } else { false }
    }
}

extension Scene {
    /// The same for a view that a bar shows as its tooltip, next to the line of `short`.
    func nextChange(inBarOf view: ViewRequest.View, as output: ViewRequest.Output, in style: Style) -> UnixTime? {
        let line = nextChange(of: .short(format: nil), as: output, in: style)
        let details = output.hasDetails ? nextChange(of: view, as: .text, in: style) : nil
        return [line, details].compactMap(\.self).min()
    }
}

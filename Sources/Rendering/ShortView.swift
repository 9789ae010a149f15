import Weather
public import Wire

/// One line for a status bar, as the bar reads it, with what it shows beside the line where it has a place for more.
///
/// This is what bars ask for all day, so that it does as little as possible.
public enum ShortView {
    /// - Parameters:
    ///   - details: the lines of another view, for a bar's tooltip or menu; nil for the weather of now.
    ///   - isWatched: whether one reply after the other is sent, and the bar takes each as it comes.
    public static func lines(
        of scene: Scene, details: [String]? = nil, as output: Reading.Output, isWatched: Bool = false, in style: Style
    ) throws(NoWeather) -> [String] {
        let (report, present) = try scene.present()
        let block = BarBlock(scene: scene, report: report, present: present, style: style, details: details)
        return switch output {
        case .text: block.parts.map(\.plain)
        case .json: [json(of: block).text]
        case .waybar: [block.waybar]
        case .polybar: [Markup.polybar.write(block.line, on: style.theme)]
        case .i3bar: [block.i3bar]
        case .i3blocks: isWatched ? [block.i3blocksUpdate] : block.i3blocks
        case .tmux: [Markup.tmux.write(block.line, on: style.theme)]
        case .eww: [block.eww]
        case .yambar: block.yambar
        case .argos: block.argos
        }
    }

    /// `Oslo: loading the weather`, for a place whose first weather is being fetched, in the form in which the bar shows that
    /// there is none; nil for JSON, which no bar reads.
    public static func loading(
        _ scene: Scene, as output: Reading.Output, isWatched: Bool = false, in style: Style
    ) -> [String]? {
        let line = StyledText("\(scene.place.displayName(in: style)): \(style.words.phrase(.loading))")
        return switch output {
        case .text: [line.plain]
        case .json: nil
        case .polybar: [Markup.polybar.write(line, on: style.theme)]
        case .tmux: [Markup.tmux.write(line, on: style.theme)]
        case .waybar, .i3bar, .i3blocks, .eww, .yambar, .argos:
            output.unavailable(
                .noWeather, message: NoWeather(.neverFetched, in: scene).sentence, showing: line.plain,
                isWatched: isWatched)
        }
    }

    private static func json(of block: BarBlock) -> JSON {
        let (scene, report, present, style) = (block.scene, block.report, block.present, block.style)
        let clock = PlaceClock(zoneName: report.timeZone, in: style)
        let conditions = present.conditions
        return .object([
            ("schema", .integer(JSON.schema)),
            ("text", .string(block.line.plain)),
            ("place", .place(scene, clock)),
            ("provider", .string(report.provider.id)),
            ("sample", .bool(report.provider.isSample)),
            ("freshness", .string(scene.freshness.rawValue)),
            ("origin", .string(present.origin.rawValue)),
            ("fetchedAt", .string(clock.rfc3339(report.fetchedAt))),
            ("condition", .condition(conditions, style)),
            ("isDay", .optional(conditions.isDay)),
            ("temperatureC", .number(conditions.temperature)),
            ("alert", .alert(scene, clock, style)),
            ("class", .words(block.classes)),
            ("attribution", .optional(report.provider.attribution)),
        ])
    }
}

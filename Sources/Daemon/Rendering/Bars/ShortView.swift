public import ClientProtocol
import Languages
import Weather

/// One line for a status bar, in the bar's format, with a tooltip or menu if the format has one.
///
/// This is the most frequent request, so it does as little as possible.
public enum ShortView {
    /// - Parameters:
    ///   - details: the lines of another view for the tooltip or menu; nil for the current weather.
    ///   - isWatched: whether the bar reads a stream of replies.
    public static func lines(
        of scene: Scene, details: [String]? = nil, as output: ViewRequest.Output, isWatched: Bool = false,
        in style: Style
    ) throws(NoWeather) -> [String] {
        let (report, present) = try scene.present()
        let block = BarBlock(scene: scene, report: report, present: present, style: style, details: details)
        return output.lines(of: block, isWatched: isWatched)
    }

    /// `Oslo: loading the weather`, for a place without weather yet, in the bar's format for unavailable weather; nil
    /// for JSON.
    public static func loading(
        _ scene: Scene, as output: ViewRequest.Output, isWatched: Bool = false, in style: Style
    ) -> [String]? {
        let line = StyledText("\(scene.place.displayName(in: style.words)): \(style.words.phrase(.loading))")
        return output.lines(showing: line, of: scene, isWatched: isWatched, in: style)
    }

    static func json(of block: BarBlock) -> JSON {
        let (scene, report, present, style) = (block.scene, block.report, block.present, block.style)
        let clock = PlaceClock(zoneName: report.timeZone, in: style)
        let conditions = present.conditions
        return .object(
            [
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
            ] + JSON.warnings(scene, clock, style) + [
                ("class", .words(block.classes)),
                ("attribution", .optional(report.provider.attribution)),
            ])
    }
}

extension ViewRequest.Output {
    /// Whether the bar shows more than one line, in a tooltip or a menu.
    public var hasDetails: Bool {
        switch self {
        case .waybar, .eww, .argos: true
        case .text, .json, .names, .polybar, .i3bar, .i3blocks, .tmux, .yambar: false
        }
    }

    /// The lines that show the weather.
    ///
    /// - Parameter isWatched: whether the bar reads a stream of updates.
    func lines(of block: BarBlock, isWatched: Bool) -> [String] {
        switch self {
        case .text, .names: block.parts.map(\.plain)
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

    /// The lines for any other text, formatted as for unavailable weather; nil for JSON, which no bar reads.
    func lines(showing text: StyledText, of scene: Scene, isWatched: Bool, in style: Style) -> [String]? {
        switch self {
        case .text, .names: [text.plain]
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
    /// The lines of a view that a bar shows as its tooltip, next to the line of `short`.
    func nextChange(inBarOf view: ViewRequest.View, as output: ViewRequest.Output, in style: Style) -> UnixTime? {
        let line = nextChange(of: .short(format: nil), as: output, in: style)
        let details = output.hasDetails ? nextChange(of: view, as: .text, in: style) : nil
        return [line, details].compactMap(\.self).min()
    }
}

/// A bar's tooltip: the styled lines of `current`.
enum Tooltip {
    static func lines(
        of report: Report, _ present: Present, in scene: Scene, _ style: Style
    ) -> [StyledText] {
        guard let templates = style.tooltipTemplates else {
            let lines = CurrentView.text(of: report, present, in: scene, style, isBrief: true).map(
                \.withoutEmojiPadding)
            // The view itself explains stale weather.
            return scene.freshness == .fresh ? lines + failure(scene) : lines
        }
        let lines = templates.map { $0.text(for: present, of: report, in: scene, style, isAlone: false) }
        return lines.filter { !$0.isEmpty } + doubts(scene, style) + failure(scene)
    }

    /// Warnings that may be in force, which bars show only in the tooltip.
    private static func doubts(_ scene: Scene, _ style: Style) -> [StyledText] {
        let lines = scene.warnings?.doubts(style.words) ?? []
        return style.width.map { width in lines.flatMap { $0.wrapped(to: width, indent: 0) } } ?? lines
    }

    /// Why the last refresh failed.
    private static func failure(_ scene: Scene) -> [StyledText] {
        scene.lastFailure.map { [StyledText($0.lastErrorLine, .faint)] } ?? []
    }
}

extension StyledText {
    /// Removes the space that some terminals need after an emoji: bars draw all emoji equally wide.
    fileprivate var withoutEmojiPadding: StyledText {
        runs.reduce(into: "") { text, run in
            text += StyledText(run.text.withoutEmojiPadding, run.textStyle)
        }
    }
}

extension String {
    /// Keeps one of the two spaces after such an emoji.
    fileprivate var withoutEmojiPadding: String {
        var result = ""
        for character in self {
            if character == " ", result.last == " ", result.dropLast().last?.hasInconsistentWidth == true { continue }
            result.append(character)
        }
        return result
    }
}

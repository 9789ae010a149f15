import Languages
import Weather

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

    /// Warnings that may be in force, which a bar does not show otherwise.
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

import Weather

/// What a bar shows when the pointer rests on the weather: the view of now, with its looks.
enum Tooltip {
    static func lines(
        of report: Report, _ present: Present, in scene: Scene, _ style: Style
    ) -> [StyledText] {
        guard let templates = style.tooltipTemplates else {
            let lines = CurrentView.text(of: report, present, in: scene, style, isBrief: true)
            // The view tells why the weather is not newer once it is old.
            return scene.freshness == .fresh ? lines + failure(scene, style) : lines
        }
        let lines = templates.map { $0.text(for: present, of: report, in: scene, style, isAlone: false) }
        return lines.filter { !$0.isEmpty } + failure(scene, style)
    }

    /// Why the last refresh failed.
    private static func failure(_ scene: Scene, _ style: Style) -> [StyledText] {
        scene.lastFailure.map { [StyledText(style.words.lastError($0.sentence), .faint)] } ?? []
    }
}

import Weather

/// What a bar shows when the pointer rests on the weather: the view of now, with its looks.
enum Tooltip {
    static func lines(
        of report: Report, _ present: Present, in scene: Scene, _ style: Style
    ) -> [StyledText] {
        guard let templates = style.tooltipTemplates else {
            let lines = CurrentView.text(of: report, present, in: scene, style, isBrief: true).map(\.withEvenPictures)
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

extension StyledText {
    /// Without the column that some terminals need behind a picture: bars draw all of them equally wide.
    fileprivate var withEvenPictures: StyledText {
        runs.reduce(into: "") { text, run in
            text += StyledText(run.text.withEvenPictures, run.ink)
        }
    }
}

extension String {
    /// Of two spaces behind such a picture one is left.
    fileprivate var withEvenPictures: String {
        var result = ""
        for character in self {
            if character == " ", result.last == " ", result.dropLast().last?.isOfDisputedWidth == true { continue }
            result.append(character)
        }
        return result
    }
}

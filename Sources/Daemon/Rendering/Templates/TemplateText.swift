import Languages
import Weather

// Renders templates.
extension Template {
    /// Renders the template for the current weather. Unknown values are dashes; empty placeholders and the space after
    /// them are omitted. Stale weather is grey, except for warnings and errors.
    ///
    /// - Parameter isAlone: whether to append remarks that must be shown with any template.
    func text(
        for present: Present, of report: Report, in scene: Scene, _ style: Style, isAlone: Bool = true
    ) -> StyledText {
        var line = TemplateLine()
        for piece in pieces(of: TemplateReader(report: report, present: present, scene: scene, style: style)) {
            line.add(piece)
        }
        line.end()
        for remark in isAlone ? remarks(on: present, of: report, in: scene, style) : [] {
            if !line.isEmpty { line.add(.literal(" ")) }
            line.add(.value(remark))
        }
        return line.text
    }

    /// Renders one line per non-empty placeholder, for vertical bars.
    ///
    /// A literal word stays with the placeholder that it touches, or else with the next or the last one; separators
    /// such as commas and bars are dropped.
    func lines(for present: Present, of report: Report, in scene: Scene, _ style: Style) -> [StyledText] {
        var column = TemplateColumn()
        for piece in pieces(of: TemplateReader(report: report, present: present, scene: scene, style: style)) {
            column.add(piece)
        }
        column.end()
        return column.lines
            + remarks(on: present, of: report, in: scene, style).map { StyledText($0.text, $0.textStyle) }
    }

    /// Remarks for any template: a warning is in force or announced, the forecast replaces an outdated observation, or the weather
    /// is sample data.
    private func remarks(
        on present: Present, of report: Report, in scene: Scene, _ style: Style
    ) -> [StyledText.Run] {
        var remarks: [StyledText.Run] = []
        if style.marksWarnings, let worst = scene.alertsInForce?.first, !shows(.alert) {
            remarks.append(
                StyledText.Run(text: style.icons.warning, textStyle: .color(Palette.color(of: worst.severity))))
        }
        // The time of the first one, since no danger is announced before it; the colour of the worst.
        let announced = scene.alertsAnnounced ?? []
        if style.marksWarnings, !shows(.announced), !shows(.announcedFrom), let worst = announced.first,
            let beginning = announced.min(by: { $0.onset ?? .distantPast < $1.onset ?? .distantPast })?.beginning(
                at: scene.now, PlaceClock(zoneName: report.timeZone, in: style), style.words)
        {
            remarks.append(
                StyledText.Run(
                    text: style.labelled(style.icons.warning, beginning),
                    textStyle: .color(Palette.color(of: worst.severity))))
        }
        let labels: [Phrase] =
            (present.isFallback ? [.forecast] : []) + (report.provider.isSample ? [.sampleData] : [])
        if !labels.isEmpty {
            let text = labels.map { style.words.phrase($0) }.joined(separator: style.words.listSeparator)
            remarks.append(StyledText.Run(text: "(\(text))", textStyle: .faint))
        }
        return remarks
    }

    /// The literals and the values of placeholders, in order.
    private func pieces(of reader: TemplateReader) -> [TemplatePiece] {
        var values = TemplateValues(read: reader.value)
        return Self.pieces(of: parts, &values, reader.style, isFresh: reader.scene.freshness == .fresh)
    }

    static func pieces(
        of parts: [Part], _ values: inout TemplateValues, _ style: Style, isFresh: Bool
    ) -> [TemplatePiece] {
        var result: [TemplatePiece] = []
        for part in parts {
            switch part {
            case .literal(let text): result.append(.literal(text))
            case .field(let field, let format):
                result.append(piece(of: field, format, values.value(of: field), style, isFresh))
            case .optional(let inner):
                let pieces = pieces(of: inner, &values, style, isFresh: isFresh)
                result += pieces.contains(where: \.isMissing) ? [.omitted] : pieces
            }
        }
        return result
    }

    private static func piece(
        of field: Field, _ format: Format, _ value: Value, _ style: Style, _ isFresh: Bool
    ) -> TemplatePiece {
        func run(_ text: String, _ color: Color?) -> StyledText.Run {
            let isGrey =
                !isFresh && field != .named(.alert) && field != .named(.announced)
                && field != .named(.error)
            return StyledText.Run(text: text, textStyle: isGrey ? Self.stale : .color(color))
        }
        switch value {
        case .nothing: return .nothing
        case .unknown: return .unknown(run(format.fitted(TextTable.unknown, field.kind.isNumber ? .right : .left), nil))
        case .text(let text, let color): return .value(run(format.text(text), color))
        case .number(let value, let color):
            return .value(run(format.fitted(style.text(value, field.kind, format), .right), color))
        }
    }

    private static let stale = StyledText.TextStyle(color: Palette.stale, isFaint: true)
}

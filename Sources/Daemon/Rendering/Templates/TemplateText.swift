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

    /// Remarks for any template: a warning in force or announced, a forecast in place of an outdated observation, or sample
    /// data.
    private func remarks(
        on present: Present, of report: Report, in scene: Scene, _ style: Style
    ) -> [StyledText.Run] {
        var remarks: [StyledText.Run] = []
        if style.marksWarnings, let worst = scene.alertsInForce?.first, !shows(.alert) {
            remarks.append(
                StyledText.Run(text: style.icons.warning, textStyle: .color(Palette.color(of: worst.severity))))
        }
        // Shows the time of the earliest warning in the colour of the worst one.
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

/// A piece of a rendered template.
enum TemplatePiece {
    case literal(String)
    case value(StyledText.Run)
    /// An unknown value, as rendered outside of optional parts.
    case unknown(StyledText.Run)
    /// An empty placeholder.
    case nothing
    /// An omitted optional part.
    case omitted

    /// Whether an optional part that contains it is omitted.
    var isMissing: Bool {
        switch self {
        case .unknown, .nothing: true
        case .literal, .value, .omitted: false
        }
    }
}

/// Joins pieces into one line.
struct TemplateLine {
    private var runs: [(run: StyledText.Run, isLiteral: Bool)] = []
    private var isBehindNothing = false

    var isEmpty: Bool { runs.isEmpty }
    var text: StyledText { runs.reduce(into: StyledText("")) { $0 += StyledText($1.run.text, $1.run.textStyle) } }

    /// Whether the line is empty or ends with a literal space.
    private var endsInSpace: Bool { runs.last.map { $0.isLiteral && $0.run.text.last == " " } ?? true }

    mutating func add(_ piece: TemplatePiece) {
        switch piece {
        case .nothing, .omitted: isBehindNothing = true
        case .value(let run), .unknown(let run): append(run, isLiteral: false)
        case .literal(let text):
            let rest = isBehindNothing && endsInSpace ? text.drop { $0 == " " } : text[...]
            if !rest.isEmpty { append(StyledText.Run(text: String(rest), textStyle: .plain), isLiteral: true) }
        }
    }

    /// Removes the space before an empty placeholder at the end.
    mutating func end() {
        guard isBehindNothing, var last = runs.last, last.isLiteral else { return }
        while last.run.text.last == " " { last.run.text.removeLast() }
        runs.removeLast()
        if !last.run.text.isEmpty { runs.append(last) }
    }

    private mutating func append(_ run: StyledText.Run, isLiteral: Bool) {
        runs.append((run, isLiteral))
        isBehindNothing = false
    }
}

/// Joins pieces into one line per placeholder.
struct TemplateColumn {
    private(set) var lines: [StyledText] = []
    /// The literal text since the last placeholder.
    private var literal = ""
    /// Whether the last placeholder has a line.
    private var isBehindValue = false

    mutating func add(_ piece: TemplatePiece) {
        switch piece {
        case .literal(let text): literal += text
        case .nothing, .unknown, .omitted:
            takeTouchingWord(isLast: true)
            literal = ""
            isBehindValue = false
        case .value(let run):
            takeTouchingWord(isLast: false)
            lines.append(StyledText(label) + StyledText(run.text.trimmed, run.textStyle))
            literal = ""
            isBehindValue = true
        }
    }

    mutating func end() {
        takeTouchingWord(isLast: true)
        let rest = literal.words.joined(separator: " ")
        guard !rest.isEmpty else { return }
        if isBehindValue { lines[lines.count - 1] += StyledText(" " + rest) } else { lines.append(StyledText(rest)) }
    }

    /// The words before a value, with a space unless they touch it.
    private var label: String {
        let words = literal.words
        guard let last = words.last else { return "" }
        return words.joined(separator: " ") + (literal.hasSuffix(last) ? "" : " ")
    }

    /// Appends a literal word that touches the previous value to its line. A word that also touches the next value
    /// belongs to the next.
    private mutating func takeTouchingWord(isLast: Bool) {
        let word = literal.prefix { $0 != " " }
        guard isBehindValue, isLast || word.count < literal.count else { return }
        if !word.isSeparator { lines[lines.count - 1] += StyledText(String(word)) }
        literal.removeFirst(word.count)
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// Words other than separators.
    fileprivate var words: [String] {
        split(separator: " ").filter { !$0.isSeparator }.map(String.init)
    }
}

extension Substring {
    /// Whether it is empty or consists of separators.
    fileprivate var isSeparator: Bool {
        allSatisfy { ",;.:·•|/\\-–—()[]{}<>~+*=_│┃║".contains($0) }
    }
}

/// The values of a line's placeholders; each is computed once.
struct TemplateValues {
    private let read: (Template.Field) -> Template.Value
    private var known: [Template.Field: Template.Value] = [:]

    init(read: @escaping (Template.Field) -> Template.Value) {
        self.read = read
    }

    mutating func value(of field: Template.Field) -> Template.Value {
        if let value = known[field] { return value }
        let value = read(field)
        known[field] = value
        return value
    }
}

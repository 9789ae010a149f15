import Languages

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

/// Joins pieces to one line.
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

/// Joins pieces to one line per placeholder.
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

/// A piece of what a template reads.
enum TemplatePiece {
    case literal(String)
    case value(StyledText.Run)
    /// What is not known, as it is written where it is not left out.
    case unknown(StyledText.Run)
    /// A placeholder that has nothing to tell.
    case nothing
    /// An optional part that is left out.
    case omitted

    /// Whether the optional part that it stands in is left out for it.
    var isMissing: Bool {
        switch self {
        case .unknown, .nothing: true
        case .literal, .value, .omitted: false
        }
    }
}

/// Pieces one behind the other.
struct TemplateLine {
    private var runs: [(run: StyledText.Run, isLiteral: Bool)] = []
    private var isBehindNothing = false

    var isEmpty: Bool { runs.isEmpty }
    var text: StyledText { runs.reduce(into: StyledText("")) { $0 += StyledText($1.run.text, $1.run.ink) } }

    /// Nothing, or a space that is none of a padded value.
    private var endsInSpace: Bool { runs.last.map { $0.isLiteral && $0.run.text.last == " " } ?? true }

    mutating func add(_ piece: TemplatePiece) {
        switch piece {
        case .nothing, .omitted: isBehindNothing = true
        case .value(let run), .unknown(let run): append(run, isLiteral: false)
        case .literal(let text):
            let rest = isBehindNothing && endsInSpace ? text.drop { $0 == " " } : text[...]
            if !rest.isEmpty { append(StyledText.Run(text: String(rest), ink: .plain), isLiteral: true) }
        }
    }

    /// Behind what is empty at the end no space stays.
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

/// Pieces one below the other.
struct TemplateColumn {
    private(set) var lines: [StyledText] = []
    /// What was written since the last placeholder.
    private var literal = ""
    /// Whether that placeholder has a line.
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
            lines.append(StyledText(label) + StyledText(run.text.trimmed, run.ink))
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

    /// The words before a value, with the space behind them unless they touch it.
    private var label: String {
        let words = literal.words
        guard let last = words.last else { return "" }
        return words.joined(separator: " ") + (literal.hasSuffix(last) ? "" : " ")
    }

    /// Leaves the word that touches the value before it to that. One that touches the next value too belongs to the next.
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

    /// What is not only there to separate.
    fileprivate var words: [String] {
        split(separator: " ").filter { !$0.isSeparator }.map(String.init)
    }
}

extension Substring {
    /// Whether it is nothing but signs such as stand between values; so is the empty one.
    fileprivate var isSeparator: Bool {
        allSatisfy { ",;.:·•|/\\-–—()[]{}<>~+*=_│┃║".contains($0) }
    }
}

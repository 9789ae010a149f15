import Languages

/// Styled text, independent of the markup of terminals and bars.
struct StyledText: Sendable, Hashable {
    /// A run of text with one style.
    struct Run: Sendable, Hashable {
        var text: String
        var textStyle: TextStyle
    }

    struct TextStyle: Sendable, Hashable {
        /// nil for the default colour.
        var color: Color?
        /// nil for the default background.
        var background: Color?
        var isBold = false
        /// Rendered dim.
        var isFaint = false

        static let plain = TextStyle()
        static let bold = TextStyle(isBold: true)
        static let faint = TextStyle(isFaint: true)
        static func color(_ color: Color?) -> TextStyle { TextStyle(color: color) }

        var bold: TextStyle {
            var textStyle = self
            textStyle.isBold = true
            return textStyle
        }
    }

    private(set) var runs: [Run]

    init(_ text: String, _ textStyle: TextStyle = .plain) {
        runs = text.isEmpty ? [] : [Run(text: text, textStyle: textStyle)]
    }

    init(runs: [Run]) {
        self.runs = runs
    }

    var isEmpty: Bool { runs.isEmpty }

    /// The text without styles.
    var plain: String { runs.count == 1 ? runs[0].text : runs.map(\.text).joined() }

    /// The width in terminal columns.
    var columns: Int { runs.reduce(0) { $0 + $1.text.columns } }

    var bold: StyledText {
        StyledText(runs: runs.map { Run(text: $0.text, textStyle: $0.textStyle.bold) })
    }

    static func + (first: StyledText, second: StyledText) -> StyledText {
        var text = first
        text += second
        return text
    }

    static func += (text: inout StyledText, more: StyledText) {
        for run in more.runs {
            if text.runs.last?.textStyle == run.textStyle {
                text.runs[text.runs.count - 1].text += run.text
            } else {
                text.runs.append(run)
            }
        }
    }
}

extension StyledText: ExpressibleByStringInterpolation {
    init(stringLiteral text: String) { self.init(text) }
}

extension [StyledText] {
    func joined(separator: StyledText) -> StyledText {
        var text: StyledText = ""
        for (index, part) in enumerated() {
            if index > 0 { text += separator }
            text += part
        }
        return text
    }
}

// Fits text to the terminal's width.

extension Style {
    /// The lines in the terminal's colours, truncated to its width.
    func written(_ lines: [StyledText]) -> [String] {
        let fitted = width.map { width in lines.flatMap { $0.wrapped(to: width) } } ?? lines
        return fitted.map { Markup.terminal(terminal).write($0, on: theme) }
    }
}

extension StyledText {
    private typealias Cell = (character: Character, textStyle: TextStyle)

    private var cells: [Cell] { runs.flatMap { run in run.text.map { ($0, run.textStyle) } } }

    private init(_ cells: some Sequence<Cell>) {
        var runs: [Run] = []
        for cell in cells {
            if let last = runs.indices.last, runs[last].textStyle == cell.textStyle {
                runs[last].text.append(cell.character)
            } else {
                runs.append(Run(text: String(cell.character), textStyle: cell.textStyle))
            }
        }
        self.init(runs: runs)
    }

    /// Wraps the text at spaces and between wide characters, and within words only if they are wider than a line.
    ///
    /// - Parameter indent: the indent of every line but the first; nil for the first line's.
    func wrapped(to width: Int, indent: Int? = nil) -> [StyledText] {
        guard columns > width else { return [self] }
        let cells = cells
        let leading = cells.prefix { $0.character == " " }.count
        let indent = min(indent ?? leading, width / 2)
        var lines: [StyledText] = []
        var start = 0
        while start < cells.count {
            let room = lines.isEmpty ? width : width - indent
            var end = start
            var columns = 0
            while end < cells.count, columns + cells[end].character.columns <= room {
                columns += cells[end].character.columns
                end += 1
            }
            if end < cells.count {
                let first = lines.isEmpty ? leading + 1 : start + 1
                let breaks = stride(from: end, to: first - 1, by: -1).filter { Self.canBreak(cells, before: $0) }
                end = breaks.first { !Self.isWithinQuantity(cells, $0) } ?? breaks.first ?? max(end, start + 1)
            }
            let line = StyledText(cells[start..<end]).trimmed
            lines.append(lines.isEmpty ? line : StyledText(String(repeating: " ", count: indent)) + line)
            start = cells[end...].firstIndex { $0.character != " " } ?? cells.count
        }
        return lines
    }

    private static func canBreak(_ cells: [Cell], before index: Int) -> Bool {
        let (last, next) = (cells[index - 1].character, cells[index].character)
        if last == " " || next == " " { return true }
        // Chinese and Japanese have no spaces; punctuation stays with the character before it.
        return last.columns == 2 && next.columns == 2 && !"、。，．）」』】！？：；・ー％".contains(next)
            && !"（「『【".contains(last)
    }

    /// Whether the space at or before `index` separates a number from its unit, or a day from its month.
    private static func isWithinQuantity(_ cells: [Cell], _ index: Int) -> Bool {
        let space = cells[index].character == " " ? index : index - 1
        guard space > 0, space + 1 < cells.count, cells[space].character == " " else { return false }
        return cells[space - 1].character.isNumber && cells[space + 1].character.isLetter
    }

    /// The text, truncated with an ellipsis if necessary.
    func cut(to width: Int) -> StyledText {
        guard columns > width else { return self }
        var columns = 0
        let kept = cells.prefix { cell in
            columns += cell.character.columns
            return columns < width
        }
        return StyledText(kept).trimmed + StyledText("…", kept.last?.textStyle ?? .plain)
    }

    /// Removes trailing spaces, except on a background.
    var trimmed: StyledText {
        guard runs.last?.text.last == " " else { return self }
        var rest = runs
        while let last = rest.popLast() {
            guard last.textStyle.background == nil else { return StyledText(runs: rest + [last]) }
            let kept = String(last.text.reversed().drop { $0 == " " }.reversed())
            if kept.isEmpty { continue }
            rest.append(Run(text: kept, textStyle: last.textStyle))
            break
        }
        return StyledText(runs: rest)
    }

    /// The text padded on the right to a width.
    func padded(to columns: Int) -> StyledText {
        self + StyledText(String(repeating: " ", count: max(0, columns - self.columns)))
    }

    /// The text padded on the left to a width.
    func rightAligned(to columns: Int) -> StyledText {
        StyledText(String(repeating: " ", count: max(0, columns - self.columns))) + self
    }

    /// The text padded on both sides to a width.
    func centered(in columns: Int) -> StyledText {
        rightAligned(to: self.columns + max(0, columns - self.columns) / 2).padded(to: columns)
    }

    /// The text on a dark background, with a default text colour.
    func on(_ background: Color?, in color: Color?) -> StyledText {
        guard background != nil else { return self }
        return StyledText(
            runs: runs.map { run in
                var run = run
                run.textStyle.background = (run.textStyle.background ?? background)?.alwaysOnDark
                run.textStyle.color = (run.textStyle.color ?? color)?.alwaysOnDark
                return run
            })
    }
}

// Fits watched pages to a terminal's height, since they cannot be scrolled.

extension Style {
    /// The footer is omitted if it would exceed this fraction of the height.
    private static let footShare = 3

    /// The lines truncated to the terminal's height above the footer, with a line that counts the omitted ones. The
    /// footer, after the last empty line, has the age and the source of the weather.
    ///
    /// - Parameters:
    ///   - lines: the complete page.
    ///   - command: the command that shows the complete page; nil for none.
    public func fittedToHeight(_ lines: [String], command: String?) -> [String] {
        guard let height, lines.count > height else { return lines }
        let end = lines.lastIndex(of: "") ?? lines.endIndex
        let below = lines[end...].dropFirst()
        let foot = below.count <= height / Self.footShare ? below : []
        let kept = lines.prefix(height - foot.count - 1)
        let missing = lines[kept.endIndex..<(foot.isEmpty ? lines.endIndex : end)].count { !$0.isEmpty }
        return kept + written([more(missing, command: command)]) + foot
    }

    /// The line that counts omitted lines; without the command if it is too wide.
    func more(_ count: Int, command: String?) -> StyledText {
        let columns = width ?? .max
        let text = words.more(count, command: command)
        let line = text.columns <= columns ? text : words.more(count, command: nil)
        return StyledText(line, .faint).cut(to: columns)
    }
}

extension StringProtocol {
    /// The width in terminal columns: 2 for wide characters and emoji, 0 for combining scalars.
    var columns: Int {
        // Most texts are ASCII.
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
        return reduce(0) { $0 + $1.columns }
    }
}

extension Character {
    /// The width in terminals that support grapheme clusters: the sum of the scalars, at most 2, and 2 with the
    /// variation selector U+FE0F.
    var columns: Int {
        if utf8.count == 1 { return unicodeScalars.first.map(\.columns) ?? 0 }
        var columns = 0
        for scalar in unicodeScalars {
            if scalar == "\u{FE0F}", unicodeScalars.first?.properties.isEmoji == true { return 2 }
            columns += scalar.columns
        }
        return min(columns, 2)
    }

    /// Whether terminals disagree on the character's width: some draw characters with the variation selector U+FE0F one column
    /// wide.
    var hasInconsistentWidth: Bool {
        unicodeScalars.contains("\u{FE0F}") && unicodeScalars.first?.properties.isEmojiPresentation == false
    }
}

extension Unicode.Scalar {
    fileprivate var columns: Int {
        // A fast path for most letters: only control characters and the soft hyphen have no width.
        if value < 0x300 { return value >= 0x20 && value < 0x7F || value >= 0xA0 && value != 0xAD ? 1 : 0 }
        return isZeroWidth ? 0 : isWide ? 2 : 1
    }

    private var isZeroWidth: Bool {
        switch value {
        // Hangul vowels and final consonants combine with the preceding syllable.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: true
        default:
            switch properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format, .control: true
            default: false
            }
        }
    }

    /// Whether its East Asian width is W or F, or it is an emoji by default: Unicode Standard Annex 11,
    /// EastAsianWidth.txt of Unicode 15.1 (<https://www.unicode.org/reports/tr11/>, © Unicode, Inc., Unicode License
    /// v3). Blocks that are wide except for unassigned scalars are included as a whole.
    private var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
            0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x2FFFD,
            0x30000...0x3FFFD:
            true
        default: properties.isEmojiPresentation
        }
    }
}

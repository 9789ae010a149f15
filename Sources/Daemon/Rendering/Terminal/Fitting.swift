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
    /// - Parameter indent: of every line but the first; nil for that of the first.
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

    /// Padded on the right to a width.
    func padded(to columns: Int) -> StyledText {
        self + StyledText(String(repeating: " ", count: max(0, columns - self.columns)))
    }

    /// Padded on the left to a width.
    func rightAligned(to columns: Int) -> StyledText {
        StyledText(String(repeating: " ", count: max(0, columns - self.columns))) + self
    }

    /// Padded on both sides to a width.
    func centered(in columns: Int) -> StyledText {
        rightAligned(to: self.columns + max(0, columns - self.columns) / 2).padded(to: columns)
    }

    /// On a dark background, with a default text colour.
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

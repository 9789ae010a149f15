// How text is fitted to the width of a terminal.

extension Style {
    /// The lines as they are written: in the terminal's colours, and none wider than it is.
    func written(_ lines: [StyledText]) -> [String] {
        let fitted = width.map { width in lines.flatMap { $0.wrapped(to: width) } } ?? lines
        return fitted.map { Markup.terminal(terminal).write($0, on: theme) }
    }
}

extension StyledText {
    private typealias Cell = (character: Character, ink: Ink)

    private var cells: [Cell] { runs.flatMap { run in run.text.map { ($0, run.ink) } } }

    private init(_ cells: some Sequence<Cell>) {
        var runs: [Run] = []
        for cell in cells {
            if let last = runs.indices.last, runs[last].ink == cell.ink {
                runs[last].text.append(cell.character)
            } else {
                runs.append(Run(text: String(cell.character), ink: cell.ink))
            }
        }
        self.init(runs: runs)
    }

    /// The text in lines of so many columns at most, broken at spaces and between wide characters, and within a word only
    /// where that is wider than a line.
    ///
    /// - Parameter indent: before every line but the first; nil for as much as stands before the first.
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
        // Chinese and Japanese are written without spaces; their signs stay with what they open and close.
        return last.columns == 2 && next.columns == 2 && !"、。，．）」』】！？：；・ー％".contains(next)
            && !"（「『【".contains(last)
    }

    /// Whether the space at or before `index` is between a number and its unit, or its month.
    private static func isWithinQuantity(_ cells: [Cell], _ index: Int) -> Bool {
        let space = cells[index].character == " " ? index : index - 1
        guard space > 0, space + 1 < cells.count, cells[space].character == " " else { return false }
        return cells[space - 1].character.isNumber && cells[space + 1].character.isLetter
    }

    /// The text, or as much of it as leaves room for an ellipsis.
    func cut(to width: Int) -> StyledText {
        guard columns > width else { return self }
        var columns = 0
        let kept = cells.prefix { cell in
            columns += cell.character.columns
            return columns < width
        }
        return StyledText(kept).trimmed + StyledText("…", kept.last?.ink ?? .plain)
    }

    /// Without spaces at its end, but for those on a background.
    var trimmed: StyledText {
        guard runs.last?.text.last == " " else { return self }
        var rest = runs
        while let last = rest.popLast() {
            guard last.ink.background == nil else { return StyledText(runs: rest + [last]) }
            let kept = String(last.text.reversed().drop { $0 == " " }.reversed())
            if kept.isEmpty { continue }
            rest.append(Run(text: kept, ink: last.ink))
            break
        }
        return StyledText(runs: rest)
    }

    /// With spaces behind it, so that it takes so many columns.
    func padded(to columns: Int) -> StyledText {
        self + StyledText(String(repeating: " ", count: max(0, columns - self.columns)))
    }

    /// With spaces before it.
    func rightAligned(to columns: Int) -> StyledText {
        StyledText(String(repeating: " ", count: max(0, columns - self.columns))) + self
    }

    /// With spaces on both sides.
    func centered(in columns: Int) -> StyledText {
        rightAligned(to: self.columns + max(0, columns - self.columns) / 2).padded(to: columns)
    }

    /// On a dark background, in `color` where it has none of its own.
    func on(_ background: Color?, in color: Color?) -> StyledText {
        guard background != nil else { return self }
        return StyledText(
            runs: runs.map { run in
                var run = run
                run.ink.background = (run.ink.background ?? background)?.alwaysOnDark
                run.ink.color = (run.ink.color ?? color)?.alwaysOnDark
                return run
            })
    }
}

import Languages

/// Marks and labels on a map. Labels overlap neither each other nor marks.
struct MapLabels: Sendable {
    struct Label: Sendable {
        var cell: MapCell
        var text: StyledText

        var columns: Range<Int> { cell.column..<cell.column + text.columns }
    }

    private let columns: Int
    private let lines: Int
    private(set) var labels: [Label] = []
    private var taken: Set<MapCell> = []

    init(columns: Int, lines: Int) {
        self.columns = columns
        self.lines = lines
    }

    /// Places a mark, one column wide, unless the cell already has one.
    mutating func mark(_ cell: MapCell, with text: StyledText) {
        guard taken.insert(cell).inserted else { return }
        labels.append(Label(cell: cell, text: text))
    }

    /// Places the first text that fits next to a mark: right, left, above or below.
    mutating func annotate(_ cell: MapCell, with texts: [StyledText]) {
        for text in texts where !text.isEmpty {
            let width = text.columns
            let middle = max(0, min(columns - width, cell.column - width / 2))
            for label in [
                // A space separates the label from the coast.
                Label(cell: MapCell(column: cell.column + 1, line: cell.line), text: " " + text),
                Label(cell: MapCell(column: cell.column - 1 - width, line: cell.line), text: text + " "),
                Label(cell: MapCell(column: middle, line: cell.line - 1), text: text),
                Label(cell: MapCell(column: middle, line: cell.line + 1), text: text),
            ] where hasRoom(for: label, beside: cell) {
                for column in label.columns { taken.insert(MapCell(column: column, line: label.cell.line)) }
                labels.append(label)
                return
            }
        }
    }

    /// Whether its columns and both neighbours are free: adjacent labels would read as one.
    private func hasRoom(for label: Label, beside mark: MapCell) -> Bool {
        let line = label.cell.line
        guard (0..<lines).contains(line), label.columns.lowerBound >= 0, label.columns.upperBound <= columns else {
            return false
        }
        return !(label.columns.lowerBound - 1...label.columns.upperBound).contains { column in
            let cell = MapCell(column: column, line: line)
            return cell != mark && taken.contains(cell)
        }
    }
}

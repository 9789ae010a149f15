/// Rows of text whose columns stand one below the other. The last column may hold text of any width, emoji too.
struct Table {
    struct Column {
        var heading: String
        var isRightAligned = true
        /// A cell for each row; nil where nothing is known, empty where there is nothing to know.
        var cells: [String?]
    }

    /// What stands in the place of an unknown value.
    static let unknown = "–"

    var columns: [Column]

    /// The line of headings and a line for each row. A column of which nothing is known is left out.
    var lines: (heading: String, rows: [String]) {
        let known = columns.filter { column in column.cells.contains { $0 != nil && $0 != "" } }
        let widths = known.map { column in
            column.cells.reduce(column.heading.count) { max($0, ($1 ?? Self.unknown).count) }
        }
        func line(_ text: (Column) -> String) -> String {
            var line = ""
            for (column, width) in zip(known, widths) {
                let text = text(column)
                let padding = String(repeating: " ", count: width - text.count)
                if !line.isEmpty { line += "  " }
                line += column.isRightAligned ? padding + text : text + padding
            }
            while line.last == " " { line.removeLast() }
            return line
        }
        let rows = (known.first?.cells ?? []).indices
        return (line(\.heading), rows.map { row in line { $0.cells[row] ?? Self.unknown } })
    }
}

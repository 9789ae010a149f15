/// Rows of text whose columns stand one below the other, wide characters and emoji too.
struct Table {
    struct Column {
        var heading: StyledText
        var isRightAligned: Bool
        /// Which columns go first when there is no room for all: those of the highest rank. One of rank 0 stays.
        var rank: Int
        /// A cell for each row; nil where nothing is known, empty where there is nothing to know.
        var cells: [StyledText?]
        /// What stands in the cells when there is no room for more, before the column is left out; nil for nothing shorter.
        var brief: [StyledText?]?

        init(
            heading: String, isRightAligned: Bool = true, rank: Int = 0, cells: [StyledText?],
            brief: [StyledText?]? = nil
        ) {
            self.heading = StyledText(heading, .faint)
            self.isRightAligned = isRightAligned
            self.rank = rank
            self.cells = cells
            self.brief = brief
        }

        init(heading: String, isRightAligned: Bool = true, rank: Int = 0, cells: [String?]) {
            self.init(
                heading: heading, isRightAligned: isRightAligned, rank: rank,
                cells: cells.map { $0.map { StyledText($0) } })
        }

        fileprivate var width: Int {
            cells.reduce(heading.columns) { max($0, $1?.columns ?? Table.unknown.columns) }
        }
    }

    /// What stands in the place of an unknown value.
    static let unknown = "–"

    /// The rank of a column that has been made brief.
    private static let briefRank = 2

    var columns: [Column]

    /// The line of headings and a line for each row. A column of which nothing is known is left out.
    ///
    /// - Parameter limit: as wide as a line may be; nil for as wide as it gets.
    func lines(within limit: Int? = nil) -> (heading: StyledText, rows: [StyledText]) {
        let known = fitted(to: limit)
        let unknown = StyledText(Self.unknown, .faint)
        let widths = known.map(\.width)
        func line(_ text: (Column) -> StyledText) -> StyledText {
            var line: StyledText = ""
            for (index, column) in known.enumerated() {
                let text = text(column)
                if index > 0 { line += "  " }
                if column.isRightAligned {
                    line += text.rightAligned(to: widths[index])
                } else if index == known.count - 1 {
                    line += text
                } else {
                    line += text.padded(to: widths[index])
                }
            }
            return limit.map(line.trimmed.cut) ?? line.trimmed
        }
        let rows = (known.first?.cells ?? []).indices
        return (line(\.heading), rows.map { row in line { $0.cells[row] ?? unknown } })
    }

    /// The columns of which something is known, and that there is room for.
    private func fitted(to limit: Int?) -> [Column] {
        var columns = columns.filter { column in column.cells.contains { $0?.isEmpty == false } }
        guard let limit else { return columns }
        var widths = columns.map(\.width)
        while widths.reduce(-2, { $0 + $1 + 2 }) > limit {
            guard let last = columns.indices.max(by: { columns[$0].rank < columns[$1].rank }), columns[last].rank > 0
            else { break }
            if let brief = columns[last].brief {
                columns[last].cells = brief
                columns[last].brief = nil
                columns[last].heading = ""
                columns[last].rank = Self.briefRank
                widths[last] = columns[last].width
            } else {
                columns.remove(at: last)
                widths.remove(at: last)
            }
        }
        return columns
    }
}

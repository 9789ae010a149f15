import Languages

/// A text table whose columns align even with wide characters and emoji.
struct TextTable {
    struct Column {
        var heading: StyledText
        var isRightAligned: Bool
        /// The order in which columns are omitted for lack of room, highest first; 0 for never.
        var rank: Int
        /// A cell per row; nil when unknown, empty when not applicable.
        var cells: [StyledText?]
        /// Shorter cells, used before the column is omitted; nil for none.
        var brief: [StyledText?]?
        /// The rank once the shorter cells are used.
        var briefRank: Int

        init(
            heading: String, isRightAligned: Bool = true, rank: Int = 0, cells: [StyledText?],
            brief: [StyledText?]? = nil, briefRank: Int = 2
        ) {
            self.heading = StyledText(heading, .faint)
            self.isRightAligned = isRightAligned
            self.rank = rank
            self.cells = cells
            self.brief = brief
            self.briefRank = briefRank
        }

        init(heading: String, isRightAligned: Bool = true, rank: Int = 0, cells: [String?]) {
            self.init(
                heading: heading, isRightAligned: isRightAligned, rank: rank,
                cells: cells.map { $0.map { StyledText($0) } })
        }

        fileprivate var width: Int {
            cells.reduce(heading.columns) { max($0, $1?.columns ?? TextTable.unknown.columns) }
        }
    }

    /// The text for unknown values.
    static let unknown = "–"

    var columns: [Column]

    /// The headings and a line per row. Columns without known values are omitted.
    ///
    /// - Parameter limit: the line width; nil for unlimited.
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

    /// The columns with known values that fit.
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
                columns[last].rank = columns[last].briefRank
                widths[last] = columns[last].width
            } else {
                columns.remove(at: last)
                widths.remove(at: last)
            }
        }
        return columns
    }
}

/// Lines with a label and a value. Values are aligned.
struct Rows {
    typealias Row = (label: StyledText, value: StyledText)

    private var rows: [Row] = []

    /// Omits the row if its value is unknown or empty.
    mutating func append(_ label: String, _ value: StyledText?) {
        if let value, !value.isEmpty { rows.append((StyledText(label, .faint), value)) }
    }

    mutating func append(_ label: String, _ value: String?) {
        append(label, value.map { StyledText($0) })
    }

    /// An empty line.
    mutating func appendGap() {
        rows.append(("", ""))
    }

    /// The title of the rows below it.
    mutating func appendTitle(_ title: String) {
        rows.append((StyledText(title, .bold), ""))
    }

    /// The labels and values without style; gaps and titles are left out.
    var labelled: [(label: String, value: String)] {
        rows.compactMap { $0.value.isEmpty ? nil : ($0.label.plain, $0.value.plain) }
    }

    /// The minimum width of a value, columns.
    private static let leastWidth = 12

    /// - Parameter limit: the line width; nil for unlimited. Longer values are wrapped, or start below the label if
    ///   there is no room next to it.
    func lines(within limit: Int? = nil) -> [StyledText] {
        let width = rows.reduce(0) { max($0, $1.label.columns) } + 2
        return rows.flatMap { row -> [StyledText] in
            guard !row.value.isEmpty else { return [row.label] }
            let line = row.label.padded(to: width) + row.value
            guard let limit, line.columns > limit else { return [line] }
            guard limit - width >= Self.leastWidth else {
                let value = StyledText("  ") + row.value
                return row.label.wrapped(to: limit) + value.wrapped(to: limit)
            }
            let values = row.value.wrapped(to: limit - width, indent: 0)
            let labels = [row.label] + [StyledText](repeating: "", count: max(0, values.count - 1))
            return zip(labels, values).map { $0.padded(to: width) + $1 }
        }
    }
}

/// What is known, a line each: a label, and the value two columns behind the longest of them.
struct Rows {
    typealias Row = (label: StyledText, value: StyledText)

    private var rows: [Row] = []

    /// A row whose value is not known, or empty, is left out.
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

    /// Values narrower than this are hard to read, columns.
    private static let leastWidth = 12

    /// - Parameter limit: as wide as a line may be; nil for as wide as it gets. A value that is wider goes on below its
    ///   beginning, or where there is no room beside the label, below that.
    func lines(within limit: Int? = nil) -> [StyledText] {
        let width = rows.reduce(0) { max($0, $1.label.columns) } + 2
        return rows.flatMap { row -> [StyledText] in
            guard !row.label.isEmpty else { return [""] }
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

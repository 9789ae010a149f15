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

    /// The least width of a value, columns.
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

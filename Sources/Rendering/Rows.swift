/// What is known, a line each: a label, and the value two columns behind the longest of them.
struct Rows {
    typealias Row = (label: String, value: String)

    private var rows: [Row] = []

    mutating func append(_ row: Row) {
        rows.append(row)
    }

    /// A row whose value is not known, or empty, is left out.
    mutating func append(_ label: String, _ value: String?) {
        if let value, !value.isEmpty { rows.append((label, value)) }
    }

    /// An empty line.
    mutating func appendGap() {
        rows.append(("", ""))
    }

    var lines: [String] {
        let width = rows.reduce(0) { max($0, $1.label.count) } + 2
        return rows.map { row in
            row.label.isEmpty ? "" : row.label + String(repeating: " ", count: width - row.label.count) + row.value
        }
    }
}

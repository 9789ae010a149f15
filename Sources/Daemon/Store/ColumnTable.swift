import Weather

/// Named columns of equal length: the format of a report's hours and days in reports.json.
struct ColumnTable: Sendable, Hashable, Codable {
    private var columns: [String: DeltaColumn] = [:]

    struct Misfit: Error {}

    /// - Throws: `Misfit` when there is no such column.
    func column(_ name: String) throws -> [Int?] {
        guard let column = columns[name] else { throw Misfit() }
        return column.values
    }

    /// A column without a nil.
    func wholeColumn(_ name: String) throws -> [Int] {
        try column(name).map { value in
            guard let value else { throw Misfit() }
            return value
        }
    }

    mutating func set(_ name: String, _ values: [Int?]) {
        columns[name] = DeltaColumn(values)
    }

    /// Omits a column without a value.
    mutating func setIfAny(_ name: String, _ values: [Int?]) {
        if values.contains(where: { $0 != nil }) { set(name, values) }
    }

    /// A column that `setIfAny` wrote; all nil when there is none.
    ///
    /// - Throws: `Misfit` when the column is not as long as there are rows.
    func columnIfAny(_ name: String, rows: Int) throws -> [Int?] {
        guard let values = columns[name]?.values else { return Array(repeating: nil, count: rows) }
        guard values.count == rows else { throw Misfit() }
        return values
    }

    /// Writes a quantity in thousandths; omits the column when no row has it.
    mutating func set<Row>(_ quantity: Quantity<Row>, of rows: [Row]) {
        setIfAny(quantity.name, rows.map { Thousandths(wrappedValue: quantity.get($0)).integer })
    }

    /// Reads a quantity into the rows.
    ///
    /// - Throws: `Misfit` when the column is not as long as there are rows.
    func fill<Row>(_ rows: inout [Row], _ quantity: Quantity<Row>) throws {
        guard let values = columns[quantity.name]?.values else { return }
        guard values.count == rows.count else { throw Misfit() }
        for (index, value) in values.enumerated() {
            quantity.set(&rows[index], Thousandths(integer: value).wrappedValue)
        }
    }

    /// Writes each row's condition as its index in a list of those that occur.
    mutating func set(_ name: String, _ conditions: [Condition], of list: [Condition]) {
        set(name, conditions.map { list.firstIndex(of: $0) })
    }

    func conditions(_ name: String, of list: [Condition]) throws -> [Condition] {
        try wholeColumn(name).map { number in
            guard list.indices.contains(number) else { throw Misfit() }
            return list[number]
        }
    }
}

import Weather

/// Columns of one length under their names, as reports.json has the hours and the days of a report.
struct Table: Sendable, Hashable, Codable {
    private var columns: [String: Column] = [:]

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
        columns[name] = Column(values)
    }

    /// The quantity of each row, in thousandths; a quantity that no row has takes no column.
    mutating func set<Row>(_ quantity: Quantity<Row>, of rows: [Row]) {
        let values = rows.map { row in quantity.get(row).map { Int(($0 * 1000).rounded()) } }
        if values.contains(where: { $0 != nil }) { set(quantity.name, values) }
    }

    /// Gives each row its quantity back.
    ///
    /// - Throws: `Misfit` when the column is not as long as there are rows.
    func fill<Row>(_ rows: inout [Row], _ quantity: Quantity<Row>) throws {
        guard let values = columns[quantity.name]?.values else { return }
        guard values.count == rows.count else { throw Misfit() }
        for (index, value) in values.enumerated() {
            if let value { quantity.set(&rows[index], Double(value) / 1000) }
        }
    }

    /// Each row's condition, as a number of the list of those that occur.
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

/// A number that each row of a table has or lacks. These are functions and no key paths, which take ten times as long.
struct Quantity<Row>: Sendable {
    let name: String
    let get: @Sendable (Row) -> Double?
    let set: @Sendable (inout Row, Double?) -> Void

    init(
        _ name: String, _ get: @escaping @Sendable (Row) -> Double?,
        _ set: @escaping @Sendable (inout Row, Double?) -> Void
    ) {
        (self.name, self.get, self.set) = (name, get, set)
    }
}

/// Builds the tables of a document, or of one inline table, and rejects duplicate definitions.
struct TableBuilder {
    private enum Origin {
        /// Implicitly, by the header of a subtable: its own header or dotted keys can still define it.
        case implicit
        /// By dotted keys, which can add more keys; a header cannot.
        case dotted
        /// By its own header.
        case header
    }

    private enum Slot {
        case value(TOMLValue, line: Int)
        /// An index into `tables`.
        case table(Int)
        /// An index into `arrays`.
        case tableArray(Int)
    }

    private struct Table {
        var origin: Origin
        let depth: Int
        var line: Int
        var slots: [(key: TOMLKey, slot: Slot)] = []
        var indices: [TOMLKey: Int] = [:]

        subscript(key: TOMLKey) -> Slot? { indices[key].map { slots[$0].slot } }

        mutating func add(_ slot: Slot, _ key: TOMLKey) {
            indices[key] = slots.count
            slots.append((key, slot))
        }
    }

    /// The root is first.
    private var tables: [Table]
    /// The table indices of each array of tables; never empty.
    private var arrays: [[Int]] = []
    /// The table that receives key/value pairs.
    private var current = 0

    /// - Parameter depth: the depth of the root.
    init(depth: Int) {
        tables = [Table(origin: .header, depth: depth, line: 1)]
    }

    /// The depth of the table that receives a key/value pair.
    func depth(of path: TOMLKeyPath) -> Int { tables[current].depth + path.parents.count }

    mutating func insert(_ value: TOMLValue, at path: TOMLKeyPath) throws(TOMLError) {
        var table = current
        for key in path.parents { table = try dottedTable(key, in: table, path.line) }
        if let slot = tables[table][path.name] {
            throw TOMLError(.keyDefined(line: line(of: slot)), line: path.line)
        }
        tables[table].add(.value(value, line: path.line), path.name)
    }

    /// The header `[path]`.
    mutating func openTable(_ path: TOMLKeyPath) throws(TOMLError) {
        let parent = try parent(of: path)
        switch tables[parent][path.name] {
        case nil:
            current = try addTable(.header, depth: tables[parent].depth + 1, path.line)
            tables[parent].add(.table(current), path.name)
        case .table(let table)? where tables[table].origin == .implicit:
            tables[table].origin = .header
            tables[table].line = path.line
            current = table
        case let slot?: throw TOMLError(.tableDefined(line: line(of: slot)), line: path.line)
        }
    }

    /// The header `[[path]]`.
    mutating func openElement(_ path: TOMLKeyPath) throws(TOMLError) {
        let parent = try parent(of: path)
        // The array counts as a level.
        let depth = tables[parent].depth + 2
        switch tables[parent][path.name] {
        case nil:
            current = try addTable(.header, depth: depth, path.line)
            tables[parent].add(.tableArray(arrays.count), path.name)
            arrays.append([current])
        case .tableArray(let array)?:
            current = try addTable(.header, depth: depth, path.line)
            arrays[array].append(current)
        case let slot?: throw TOMLError(.tableDefined(line: line(of: slot)), line: path.line)
        }
    }

    /// The finished root table.
    func entries() -> [TOMLEntry] { entries(of: 0) }

    private func entries(of table: Int) -> [TOMLEntry] {
        tables[table].slots.map { key, slot in
            let value: TOMLValue =
                switch slot {
                case .value(let value, _): value
                case .table(let table): .table(entries(of: table))
                case .tableArray(let array):
                    .array(
                        arrays[array].map { TOMLElement(value: .table(entries(of: $0)), line: tables[$0].line) })
                }
            return TOMLEntry(key: key.text, value: value, line: line(of: slot))
        }
    }

    private func line(of slot: Slot) -> Int {
        switch slot {
        case .value(_, let line): line
        case .table(let table): tables[table].line
        case .tableArray(let array): tables[arrays[array][0]].line
        }
    }

    private mutating func addTable(_ origin: Origin, depth: Int, _ line: Int) throws(TOMLError) -> Int {
        guard depth <= TOMLDocument.deepest else { throw TOMLError(.tooDeep, line: line) }
        tables.append(Table(origin: origin, depth: depth, line: line))
        return tables.count - 1
    }

    /// The table that contains a header's last key. For an array of tables, it is the last table.
    private mutating func parent(of path: TOMLKeyPath) throws(TOMLError) -> Int {
        var table = 0
        for key in path.parents {
            switch tables[table][key] {
            case nil:
                let new = try addTable(.implicit, depth: tables[table].depth + 1, path.line)
                tables[table].add(.table(new), key)
                table = new
            case .table(let existing)?: table = existing
            case .tableArray(let array)?: table = arrays[array][arrays[array].count - 1]
            case .value(_, let line)?: throw TOMLError(.notExtensible(line: line), line: path.line)
            }
        }
        return table
    }

    private mutating func dottedTable(_ key: TOMLKey, in parent: Int, _ line: Int) throws(TOMLError) -> Int {
        switch tables[parent][key] {
        case nil:
            let new = try addTable(.dotted, depth: tables[parent].depth + 1, line)
            tables[parent].add(.table(new), key)
            return new
        case .table(let table)? where tables[table].origin != .header:
            tables[table].origin = .dotted
            return table
        case let slot?: throw TOMLError(.notExtensible(line: self.line(of: slot)), line: line)
        }
    }
}

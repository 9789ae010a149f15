/// Parses a document line by line. Values recurse, at most `TOMLDocument.deepest` levels.
struct Parser {
    private var cursor: Cursor

    init(_ bytes: [UInt8]) { cursor = Cursor(bytes) }

    mutating func document() throws(TOMLError) -> [TOMLEntry] {
        var builder = TableBuilder(depth: 0)
        try cursor.skipLines()
        while let scalar = cursor.next {
            if scalar == "[" {
                try header(into: &builder)
            } else {
                try keyValue(into: &builder)
            }
            try cursor.skipComment()
            guard cursor.next == nil || cursor.isAtLineBreak else { throw cursor.expected(.lineEnd) }
            try cursor.skipLines()
        }
        return builder.entries()
    }

    /// `[table]` or `[[table]]`.
    private mutating func header(into builder: inout TableBuilder) throws(TOMLError) {
        cursor.advance()
        let isElement = cursor.take("[")
        cursor.skipBlanks()
        let path = try keyPath()
        guard cursor.take("]") else { throw cursor.expected(isElement ? .tableArrayEnd : .tableEnd) }
        if isElement {
            guard cursor.take("]") else { throw cursor.expected(.tableArrayEnd) }
            try builder.openElement(path)
        } else {
            try builder.openTable(path)
        }
    }

    private mutating func keyValue(into builder: inout TableBuilder) throws(TOMLError) {
        let path = try keyPath()
        guard cursor.take("=") else { throw cursor.expected(.equals) }
        cursor.skipBlanks()
        let value = try value(depth: builder.depth(of: path))
        try builder.insert(value, at: path)
    }

    /// A bare, quoted or dotted key, and the white space after it.
    private mutating func keyPath() throws(TOMLError) -> TOMLKeyPath {
        var path = TOMLKeyPath(name: try key(), line: cursor.line)
        cursor.skipBlanks()
        while cursor.take(".") {
            cursor.skipBlanks()
            path.append(try key())
            cursor.skipBlanks()
        }
        return path
    }

    private mutating func key() throws(TOMLError) -> TOMLKey {
        if cursor.next == "\"" || cursor.next == "'" { return TOMLKey(text: try cursor.lineString()) }
        let bare = cursor.take(while: \.isBare)
        guard !bare.isEmpty else { throw cursor.expected(.key) }
        return TOMLKey(text: String(decoding: bare, as: UTF8.self))
    }

    /// - Parameter depth: the depth of the enclosing table or array; the root's is 0.
    private mutating func value(depth: Int) throws(TOMLError) -> TOMLValue {
        switch cursor.next {
        case "\"", "'": return .string(try cursor.string())
        case "[", "{":
            guard depth < TOMLDocument.deepest else { throw cursor.error(.tooDeep) }
            return cursor.next == "[" ? try array(depth: depth + 1) : try inlineTable(depth: depth + 1)
        default: return try cursor.bareValue()
        }
    }

    private mutating func array(depth: Int) throws(TOMLError) -> TOMLValue {
        let start = cursor.line
        cursor.advance()
        var elements: [TOMLElement] = []
        while true {
            try cursor.skipLines()
            if cursor.take("]") { return .array(elements) }
            guard cursor.next != nil else { throw TOMLError(.unterminatedArray, line: start) }
            let line = cursor.line
            elements.append(TOMLElement(value: try value(depth: depth), line: line))
            try cursor.skipLines()
            if cursor.take(",") || cursor.next == "]" { continue }
            throw cursor.next == nil ? TOMLError(.unterminatedArray, line: start) : cursor.expected(.arrayEnd)
        }
    }

    private mutating func inlineTable(depth: Int) throws(TOMLError) -> TOMLValue {
        cursor.advance()
        var builder = TableBuilder(depth: depth)
        cursor.skipBlanks()
        if cursor.take("}") { return .table([]) }
        while true {
            cursor.skipBlanks()
            guard !cursor.isAtLineBreak else { throw cursor.error(.lineBreakInInlineTable) }
            try keyValue(into: &builder)
            cursor.skipBlanks()
            if cursor.take("}") { return .table(builder.entries()) }
            guard !cursor.isAtLineBreak else { throw cursor.error(.lineBreakInInlineTable) }
            guard cursor.take(",") else { throw cursor.expected(.inlineTableEnd) }
        }
    }
}

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

/// A key, compared bytewise: character comparison would treat two encodings of a letter as equal, and takes quadratic time
/// for combining marks.
struct TOMLKey: Hashable {
    let text: String

    static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}

/// The path of a value or a table.
struct TOMLKeyPath {
    private(set) var parents: [TOMLKey] = []
    private(set) var name: TOMLKey
    /// All keys of a path are on one line.
    let line: Int

    init(name: TOMLKey, line: Int) {
        (self.name, self.line) = (name, line)
    }

    mutating func append(_ key: TOMLKey) {
        parents.append(name)
        name = key
    }
}

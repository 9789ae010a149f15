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

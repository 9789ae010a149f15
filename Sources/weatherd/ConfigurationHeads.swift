/// The heads of tables in a TOML document: `[short]`. The parser (toml++ 3.4) ends the whole program where a head has no name,
/// as in `[=]`, so that these have to be looked for before it.
struct ConfigurationHeads {
    /// The line of the first head that does not begin with a name, from 1; nil when all do.
    ///
    /// What stands behind the first mistake of another kind, which the parser tells of, may be read wrongly here.
    private(set) var nameless: Int?

    private var rest: Substring.UnicodeScalarView
    private var line = 1
    /// Of the brackets that a value's array or table has opened.
    private var depth = 0

    init(_ text: String) {
        rest = text[...].unicodeScalars
        // A byte order mark is none of the text.
        if rest.first == "\u{FEFF}" { rest.removeFirst() }
        while nameless == nil, !rest.isEmpty { skipLine() }
    }

    private mutating func skipLine() {
        skipBlanks()
        let isHead = depth <= 0 && rest.first == "["
        if isHead, !takeHead() {
            nameless = line
            return
        }
        while let scalar = rest.popFirst(), scalar != "\n" {
            switch scalar {
            case "#": rest = rest.drop { $0 != "\n" }
            case "\"", "'": skipString(quote: scalar)
            case "[", "{": if !isHead { depth += 1 }
            case "]", "}": if !isHead { depth -= 1 }
            default: break
            }
        }
        line += 1
    }

    /// - Returns: whether there is a name, or what the parser can tell of by itself.
    private mutating func takeHead() -> Bool {
        rest.removeFirst()
        if rest.first == "[" { rest.removeFirst() } else if skipBlanks(), rest.first == "[" { return true }
        skipBlanks()
        guard let first = rest.first else { return true }
        switch first {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", "\"", "'", "]": return true
        default: return false
        }
    }

    /// Skips what follows the quote that a string begins with, of which three begin one of several lines.
    private mutating func skipString(quote: Unicode.Scalar) {
        let isLong = rest.starts(with: [quote, quote])
        if isLong { rest = rest.dropFirst(2) }
        while let scalar = rest.popFirst() {
            if scalar == "\n" {
                line += 1
                // The parser tells of a short string that is not closed.
                if !isLong { return }
            }
            if scalar == "\\", quote == "\"" {
                if rest.popFirst() == "\n" { line += 1 }
            } else if scalar == quote, !isLong || rest.starts(with: [quote, quote]) {
                // Up to two more may stand before the three that close it.
                if isLong { rest = rest.drop { $0 == quote } }
                return
            }
        }
    }

    @discardableResult
    private mutating func skipBlanks() -> Bool {
        let before = rest.startIndex
        rest = rest.drop { $0 == " " || $0 == "\t" }
        return rest.startIndex != before
    }
}

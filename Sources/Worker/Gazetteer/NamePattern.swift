/// A search pattern for names.
struct NamePattern {
    var fit: NameMatch.Fit
    var words: [String]
    /// Ids of countries and regions: the place must be in one area of each set.
    var areas: [Set<Int>] = []
    /// The name in other spellings.
    var others: [[String]] = []

    /// The pattern as an FTS5 query, for the columns in `Gazetteer/index.sql`.
    var fullTextQuery: String {
        let names = spellings.map { words in
            let whole = "\"_" + words.joined(separator: "_") + "\""
            return switch fit {
            case .whole: whole
            case .beginning: whole + "*"
            case .words: "(" + words.map { "\"\($0)\"" }.joined(separator: " AND ") + "*)"
            }
        }
        return areas.reduce("(" + names.joined(separator: " OR ") + ")") { query, areas in
            query + " AND (" + areas.sorted().map { "\"$\($0)\"" }.joined(separator: " OR ") + ")"
        }
    }

    /// The words and the other spellings.
    var spellings: [[String]] { [words] + others }
}

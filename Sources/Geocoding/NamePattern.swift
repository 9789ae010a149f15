/// A search pattern for names.
struct NamePattern {
    var fit: NameMatch.Fit
    var words: [String]
    /// Ids of countries and regions: the place must be in one area of each set.
    var areas: [Set<Int>] = []

    /// The pattern as an FTS5 query, for the columns in `Gazetteer/index.sql`.
    var fullTextQuery: String {
        let whole = "\"_" + words.joined(separator: "_") + "\""
        let name =
            switch fit {
            case .whole: whole
            case .beginning: whole + "*"
            case .words: words.map { "\"\($0)\"" }.joined(separator: " AND ") + "*"
            }
        return areas.reduce(name) { query, areas in
            query + " AND (" + areas.sorted().map { "\"$\($0)\"" }.joined(separator: " OR ") + ")"
        }
    }
}

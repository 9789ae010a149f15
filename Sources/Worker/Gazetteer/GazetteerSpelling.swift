import ClientProtocol
import Weather
import WorkerProtocol

/// Finds the likely correction of a misspelled name among the larger places.
struct GazetteerSpelling {
    let query: GazetteerQuery
    let language: String

    /// The largest places, down to about 12,000 inhabitants: with villages, every typo would be a name.
    private static let places = 40_000
    /// The largest of them, whose names in all languages are tried.
    private static let largest = 1_000
    /// The number of names to try, nearest first, when the query has an area.
    private static let tries = 5

    /// The maximum number of wrong letters for a name's length; low for short words, which would become other words.
    static func tolerance(_ letters: Int) -> Int {
        switch letters {
        case ..<5: 0
        case ..<8: 1
        default: 2
        }
    }

    /// nil when no name is similar.
    func correction(of search: SearchQuery) throws -> SearchQuery? {
        for count in 0...3 {
            guard let asked = count == 0 ? search : search.takingArea(ofLast: count) else { break }
            for name in try names(near: asked.words).prefix(Self.tries) {
                guard let corrected = asked.renamed(name) else { continue }
                let found = try GazetteerSearch(query: query, language: language, limit: 1).found(corrected)
                if !found.cities.isEmpty { return corrected }
            }
        }
        return nil
    }

    /// Similar names, nearest first, and of those the largest place's.
    private func names(near words: [String]) throws -> [String] {
        let asked = Self.folded(words.joined(separator: " "))
        let limit = Self.tolerance(asked.count)
        guard limit > 0, let first = asked.first, asked.count > 1 else { return [] }
        // Typos in both the first and the second letter are rare.
        let letters = [first, asked[1]].filter(\.isWordPart).map { "\($0)" + String($0).uppercased() }.joined()
        let start = "[\(letters)]*"
        var found: [(distance: Int, place: Int, name: String)] = []
        func take(_ row: GazetteerRow) throws -> Bool {
            let name = try row.text(1)
            if let distance = EditDistance.between(asked, Self.folded(name), limit: limit) {
                found.append((distance, try row.integer(0), name))
            }
            return true
        }
        let lengths = [asked.count - limit, asked.count + limit].map(SQLiteValue.integer)
        let places = [SQLiteValue.integer(Self.places)]
        let own = """
            SELECT id, name FROM place WHERE id <= ? AND length(name) BETWEEN ? AND ? AND (name GLOB ? OR name GLOB ?)
            """
        try query.each(own, places + lengths + [.text(start), .text("?" + start)], take)
        let translated = """
            SELECT translation.place, name.name FROM translation JOIN name ON name.id = translation.name
            WHERE translation.place <= ? AND language = ? AND length(name.name) BETWEEN ? AND ?
            """
        for code in LanguageCodes.codes(of: language) {
            try query.each(translated, places + [.text(code)] + lengths, take)
        }
        // "New Yrok" is near the name that New York City has in other languages.
        let others = """
            SELECT place, name FROM name WHERE id > (SELECT places FROM boundary) AND place <= ?
                AND id <= (SELECT max(name) FROM translation WHERE place = ?) AND length(name) BETWEEN ? AND ?
                AND (name GLOB ? OR name GLOB ?)
            """
        let largest = [SQLiteValue.integer(Self.largest), .integer(Self.largest)]
        if found.isEmpty {
            try query.each(others, largest + lengths + [.text(start), .text("?" + start)], take)
        }
        var known: Set<String> = []
        return found.sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }.map(\.name)
            .filter { known.insert($0).inserted }
    }

    /// Lower-case letters without accents, with single spaces between words.
    private static func folded(_ text: String) -> [Unicode.Scalar] {
        let plain = text.utf8.allSatisfy { $0 < 0x80 } ? text.lowercased() : text.folded
        return Array(SearchQuery.words(in: plain).joined(separator: " ").unicodeScalars)
    }
}

extension SearchQuery {
    /// The same query with another name; nil when that is not a valid query.
    fileprivate func renamed(_ name: String) -> SearchQuery? {
        let areas = areas.map { $0.joined(separator: " ") }
        return try? SearchQuery(([name] + areas).joined(separator: ", "))
    }
}

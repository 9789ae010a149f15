import Searching
import Weather

/// Finds the name that a misspelled one was probably meant to be, among those of the larger places.
struct GazetteerSpelling {
    let query: GazetteerQuery
    let language: String

    /// The largest places, down to some 12,000 inhabitants: with the villages, every mistake would be a name.
    private static let places = 40_000
    /// How many names are tried, nearest first, where the place has to be in some area.
    private static let tries = 5

    /// How many letters of a name may be wrong. So few in a short word that it becomes no other.
    static func tolerance(_ letters: Int) -> Int {
        switch letters {
        case ..<5: 0
        case ..<9: 1
        default: 2
        }
    }

    /// nil when no name comes near.
    func correction(of search: SearchQuery) throws -> SearchQuery? {
        for count in 0...3 {
            guard let asked = count == 0 ? search : search.takingArea(ofLast: count) else { break }
            for name in try names(near: asked.words).prefix(Self.tries) {
                guard let corrected = asked.renamed(name) else { continue }
                let found = try GazetteerSearch(query: query, language: language, limit: 1).cities(corrected)
                if !found.cities.isEmpty { return corrected }
            }
        }
        return nil
    }

    /// Names that differ by few letters, the nearest first, and of those the largest place's.
    private func names(near words: [String]) throws -> [String] {
        let asked = Self.folded(words.joined(separator: " "))
        let limit = Self.tolerance(asked.count)
        guard limit > 0, let first = asked.first, asked.count > 1 else { return [] }
        // Hardly a mistake is in the first letter and in the second.
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
        let lengths = (asked.count - limit, asked.count + limit)
        let own = """
            SELECT id, name FROM place WHERE id <= ? AND length(name) BETWEEN ? AND ? AND (name GLOB ? OR name GLOB ?)
            """
        try query.each(own, [Self.places, lengths.0, lengths.1, start, "?" + start], take)
        let translated = """
            SELECT translation.place, name.name FROM translation JOIN name ON name.id = translation.name
            WHERE translation.place <= ? AND language = ? AND length(name.name) BETWEEN ? AND ?
            """
        for code in LanguageCodes.codes(of: language) where code != LanguageCodes.english {
            try query.each(translated, [Self.places, code, lengths.0, lengths.1], take)
        }
        var known: Set<String> = []
        return found.sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }.map(\.name)
            .filter { known.insert($0).inserted }
    }

    /// Letters without accents and capitals, with one space between words.
    private static func folded(_ text: String) -> [Unicode.Scalar] {
        let plain = text.utf8.allSatisfy { $0 < 0x80 } ? text.lowercased() : text.folded
        return Array(SearchQuery.words(in: plain).joined(separator: " ").unicodeScalars)
    }
}

extension SearchQuery {
    /// The same search for another name; nil when that cannot be searched for.
    fileprivate func renamed(_ name: String) -> SearchQuery? {
        let areas = areas.map { $0.joined(separator: " ") }
        return try? SearchQuery(([name] + areas).joined(separator: ", "))
    }
}

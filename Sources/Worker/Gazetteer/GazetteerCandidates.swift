import Weather
import WorkerProtocol

extension GazetteerSearch {
    /// A place and the name that matched.
    struct Candidate {
        var place: Int
        var score: Double
        /// The matching alternative name; nil for the place's own.
        var matchedName: String?
        var matchedKind = City.NameKind.other
        /// Whether the query is the whole name in a language; codes and former names are none.
        var isTown = false

        /// Whether that name is GeoNames' or the one in the user's language.
        var isOwnName: Bool { isTown && (matchedName == nil || matchedKind == .own) }
    }

    /// The largest places for each kind of match, possibly with duplicates.
    func candidates(_ search: SearchQuery, in areas: [Set<Int>]) throws -> [Candidate] {
        let boundary = try query.first("SELECT places, translations FROM boundary") {
            (places: try $0.integer(0), translations: try $0.integer(1))
        }
        guard let (places, translations) = boundary else { return [] }
        guard 0 <= places, places <= translations, translations < .max - 1 else { throw UnreadableColumn(column: 0) }
        var candidates: [Candidate] = []
        let spellings = search.spellings
        for fit in [NameMatch.Fit.whole, .beginning, .words] {
            // Very many names begin with a letter.
            guard fit == .whole || !search.isOneLetter else { break }
            // The beginning of a name is found by its next letters.
            let others = fit == .whole ? Array(spellings.dropFirst()) : []
            let pattern = NamePattern(fit: fit, words: search.words, areas: areas, others: others)
            candidates += try ownNames(pattern, 0..<places + 1)
            candidates += try otherNames(pattern, places + 1..<translations + 1, kind: .translated)
            // The index has no words of these names.
            guard fit != .words else { break }
            candidates += try otherNames(pattern, translations + 1..<(.max), kind: .other)
        }
        return candidates
    }

    private func ownNames(_ pattern: NamePattern, _ range: Range<Int>) throws -> [Candidate] {
        var places: [Int] = []
        try index.each(pattern, in: range) {
            places.append($0)
            return places.count < breadth
        }
        let match = NameMatch(fit: pattern.fit, kind: .own)
        return try places.compactMap { place in
            let found = try query.first("SELECT population, name FROM place WHERE id = ?", [.integer(place)]) {
                (population: try $0.integer(0), name: try $0.text(1))
            }
            guard let found else { return nil }
            // The matching alternative name shows why this place is among the results.
            let isShown = try names.translation(of: place) == nil
            return Candidate(
                place: place, score: match.score(population: found.population),
                matchedName: isShown ? nil : found.name, matchedKind: .own, isTown: pattern.fit == .whole)
        }
    }

    private func otherNames(
        _ pattern: NamePattern, _ range: Range<Int>, kind: NameMatch.Kind
    ) throws -> [Candidate] {
        let sql = """
            SELECT place.id, population, name.name FROM name JOIN place ON place.id = name.place WHERE name.id = ?
            """
        var found: [(id: Int, place: Int, population: Int, name: String)] = []
        var places: Set<Int> = []
        // These include names in the user's language, which have a higher weight.
        let breadth = kind == .translated ? 2 * breadth : breadth
        try index.each(pattern, in: range) { id in
            let row = try query.first(sql, [.integer(id)]) {
                (id: id, place: try $0.integer(0), population: try $0.integer(1), name: try $0.text(2))
            }
            guard let row else { return true }
            if places.insert(row.place).inserted, places.count > breadth { return false }
            found.append(row)
            return true
        }
        var translations: [Int: Int] = [:]
        for place in places { translations[place] = try names.translation(of: place)?.id }
        return found.map { id, place, population, name in
            let isShown = translations[place] == id
            let match = NameMatch(fit: pattern.fit, kind: isShown ? .own : kind)
            return Candidate(
                place: place, score: match.score(population: population), matchedName: isShown ? nil : name,
                matchedKind: kind == .translated ? .translated : .other,
                isTown: pattern.fit == .whole && (isShown || kind == .translated))
        }
    }
}

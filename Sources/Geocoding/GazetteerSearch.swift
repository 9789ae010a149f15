import Searching
import Weather

/// A search among the names of the gazetteer.
///
/// The index gives the names in the order of their places' populations, so that the first few of each way to fit are enough:
/// a query of two letters, which ten thousands of names begin with, reads no more of them than any other.
struct GazetteerSearch {
    let query: GazetteerQuery
    let names: GazetteerNames
    private let limit: Int
    /// How many places are looked at for each way to fit: the limit and some more, for those that are left out as doubles.
    private let breadth: Int
    /// How many areas can begin alike for the beginning to be heeded.
    private static let areasTold = 150
    /// Of two results that read the same and are closer than this, in metres, only the larger is shown: often the town and the
    /// municipality around it.
    private static let sameness = 20_000.0

    /// - Parameters:
    ///   - limit: how many places are wanted at most.
    ///   - kept: the languages whose names are kept with each locality.
    init(query: GazetteerQuery, language: String, keeping kept: Set<String> = [], limit: Int) {
        self.query = query
        self.limit = limit
        breadth = limit + 10
        names = GazetteerNames(query: query, language: language, keeping: kept)
    }

    /// What is meant by a query that is to name one city.
    func resolution(of search: SearchQuery) throws -> CityResolution {
        let (cities, query) = try cities(search)
        return CityResolution(of: cities, for: query)
    }

    /// The places that fit, best first, and the query as it was understood: "madrid spain" may be a name, or a name and
    /// the country that it is to be in.
    func cities(_ search: SearchQuery) throws -> (cities: [City], query: SearchQuery) {
        let found = try find(search) ?? []
        if City.exact(found, for: search).contains(where: { $0.matchedName == nil }) { return (found, search) }
        // A name that is known in an area that is known weighs more than another name of some other place.
        for count in 1...3 {
            guard let shorter = search.takingArea(ofLast: count) else { break }
            guard let inArea = try find(shorter, areasAreWhole: true), !City.exact(inArea, for: shorter).isEmpty else {
                continue
            }
            return (Array((inArea + found.filter { !inArea.contains($0) }).prefix(limit)), shorter)
        }
        if !found.isEmpty { return (found, search) }
        for count in 1...3 {
            guard let shorter = search.takingArea(ofLast: count) else { break }
            if let inArea = try find(shorter), !inArea.isEmpty { return (inArea, shorter) }
        }
        return ([], search)
    }

    /// nil when an area is not known.
    ///
    /// - Parameter areasAreWhole: whether an area has to be called just so, by a name that is more than a code.
    private func find(_ search: SearchQuery, areasAreWhole: Bool = false) throws -> [City]? {
        var filter = ""
        // Each has to surround the place.
        var areas: [Set<Int>] = []
        for words in search.areas {
            if areasAreWhole, words.joined().count < 3 { return nil }
            let named = try self.areas(words, areWhole: areasAreWhole)
            guard !named.isEmpty else { return nil }
            // After the first letter of an area it may be one of a thousand: that narrows nothing yet, and takes long.
            guard named.count <= Self.areasTold else { continue }
            areas.append(named)
            filter += " AND (" + named.sorted().map { "\"$\($0)\"" }.joined(separator: " OR ") + ")"
        }
        var best: [Int: Candidate] = [:]
        for candidate in try candidates(search.words, filter: filter) {
            if let known = best[candidate.place], known.score >= candidate.score { continue }
            best[candidate.place] = candidate
        }
        // Ids are in the order of population.
        let ranked = best.values.sorted { ($1.score, $0.place) < ($0.score, $1.place) }
        var airports = try GazetteerAirports(query: query, names: names).matches(search.words, in: areas)[...]
        var found: [City] = []
        func add(_ city: City) {
            if found.count < limit, !found.contains(where: { Self.readTheSame($0, city) }) { found.append(city) }
        }
        for candidate in ranked {
            guard found.count < limit else { break }
            while let airport = airports.first, airport.score > candidate.score {
                add(airport.city)
                airports.removeFirst()
            }
            guard var city = try names.city(candidate.place) else { continue }
            if candidate.matchedName != city.locality.name {
                city.matchedName = candidate.matchedName
                city.matchedKind = candidate.matchedKind
            }
            add(city)
        }
        for airport in airports { add(airport.city) }
        return found
    }

    private static func readTheSame(_ one: City, _ other: City) -> Bool {
        one.locality.name == other.locality.name && one.locality.region == other.locality.region
            && one.locality.countryCode == other.locality.countryCode
            && one.coordinate.distance(to: other.coordinate) < sameness
    }

    /// The countries and regions of a name or code; those that begin so only where none is called so.
    private func areas(_ words: [String], areWhole: Bool) throws -> Set<Int> {
        let whole = "_" + words.joined(separator: "_")
        let patterns = ["\"\(whole)\"", "\"\(whole)\"*", Self.pattern(words)]
        // A single letter is the beginning of a name long before it is one of the few codes of one letter.
        let fitting = areWhole ? patterns.prefix(1) : words.joined().count == 1 ? patterns.dropFirst() : patterns[...]
        for pattern in fitting {
            var areas: Set<Int> = []
            let sql = """
                SELECT coalesce(area_name.area, area_index.rowid) FROM area_index
                LEFT JOIN area_name ON area_name.id = area_index.rowid WHERE area_index MATCH ?
                """
            try query.each(sql, [pattern]) {
                areas.insert(try $0.integer(0))
                return true
            }
            if !areas.isEmpty { return areas }
        }
        return []
    }

    private static func pattern(_ words: [String]) -> String {
        words.map { "\"\($0)\"" }.joined(separator: " AND ") + "*"
    }
}

extension GazetteerSearch {
    /// A place that one of its names was found by.
    private struct Candidate {
        var place: Int
        var score: Double
        /// The other name; nil where it was the place's own.
        var matchedName: String?
        var matchedKind = City.NameKind.other
    }

    /// The largest places for each way to fit, some more than once.
    private func candidates(_ words: [String], filter: String) throws -> [Candidate] {
        let boundary = try query.first("SELECT places, translations FROM boundary") {
            (places: try $0.integer(0), translations: try $0.integer(1))
        }
        guard let (places, translations) = boundary else { return [] }
        let whole = "_" + words.joined(separator: "_")
        var candidates: [Candidate] = []
        for (fit, pattern) in [
            (NameMatch.Fit.whole, "\"\(whole)\""), (.beginning, "\"\(whole)\"*"), (.words, Self.pattern(words)),
        ] {
            let pattern = pattern + filter
            candidates += try ownNames(pattern, upTo: places, fit: fit)
            candidates += try otherNames(pattern, after: places, upTo: translations, fit: fit, kind: .translated)
            // Of these the index knows no words.
            guard fit != .words else { break }
            candidates += try otherNames(pattern, after: translations, upTo: .max, fit: fit, kind: .other)
        }
        return candidates
    }

    private func ownNames(_ pattern: String, upTo last: Int, fit: NameMatch.Fit) throws -> [Candidate] {
        let sql = """
            SELECT place.id, population FROM place_index CROSS JOIN place ON place.id = place_index.rowid
            WHERE place_index MATCH ? AND place_index.rowid <= ? ORDER BY place_index.rowid LIMIT ?
            """
        var found: [(place: Int, population: Int)] = []
        try query.each(sql, [pattern, last, breadth]) {
            found.append((try $0.integer(0), try $0.integer(1)))
            return true
        }
        let match = NameMatch(fit: fit, kind: .own)
        return try found.map { place, population in
            // Who reads another name is told why this place is among the results.
            let shown = try names.translation(of: place) == nil
            let name = shown ? nil : try query.first("SELECT name FROM place WHERE id = ?", [place]) { try $0.text(0) }
            return Candidate(
                place: place, score: match.score(population: population), matchedName: name, matchedKind: .own)
        }
    }

    private func otherNames(
        _ pattern: String, after last: Int, upTo end: Int, fit: NameMatch.Fit, kind: NameMatch.Kind
    ) throws -> [Candidate] {
        let sql = """
            SELECT name.id, place.id, population, name.name
            FROM place_index CROSS JOIN name ON name.id = place_index.rowid CROSS JOIN place ON place.id = name.place
            WHERE place_index MATCH ? AND place_index.rowid > ? AND place_index.rowid <= ? ORDER BY place_index.rowid
            """
        var found: [(id: Int, place: Int, population: Int, name: String)] = []
        var places: Set<Int> = []
        // Names in the user's language are among these, though they count for more.
        let breadth = kind == .translated ? 2 * breadth : breadth
        try query.each(sql, [pattern, last, end]) {
            let place = try $0.integer(1)
            if places.insert(place).inserted, places.count > breadth { return false }
            found.append((try $0.integer(0), place, try $0.integer(2), try $0.text(3)))
            return true
        }
        var translations: [Int: Int] = [:]
        for place in places { translations[place] = try names.translation(of: place)?.id }
        return found.map { id, place, population, name in
            let isShown = translations[place] == id
            let match = NameMatch(fit: fit, kind: isShown ? .own : kind)
            return Candidate(
                place: place, score: match.score(population: population), matchedName: isShown ? nil : name,
                matchedKind: kind == .translated ? .translated : .other)
        }
    }
}

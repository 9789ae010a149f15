import Searching
import Weather

/// A search among the names of the gazetteer.
///
/// The index returns names by population, so the first few of each kind of match are enough: a query of two letters,
/// which tens of thousands of names start with, reads no more rows than any other.
struct GazetteerSearch {
    let query: GazetteerQuery
    let names: GazetteerNames
    private let index: NameIndex
    private let limit: Int
    /// The number of places to read for each kind of match: the limit plus some that duplicates may replace.
    private let breadth: Int
    /// A prefix that more areas than this share is ignored.
    private static let mostAreas = 150
    /// Of two results with the same text within this distance, m, only the larger is shown: often a town and its
    /// municipality.
    private static let duplicateDistance = 20_000.0

    /// - Parameters:
    ///   - limit: the maximum number of places.
    ///   - kept: the languages whose names are returned with each locality.
    init(query: GazetteerQuery, language: String, keeping kept: Set<String> = [], limit: Int) {
        self.query = query
        index = NameIndex(query: query)
        self.limit = limit
        breadth = limit + 10
        names = GazetteerNames(query: query, language: language, keeping: kept)
    }

    /// The city that a query refers to.
    func resolution(of search: SearchQuery) throws -> CityResolution {
        let (cities, query) = try cities(search)
        return CityResolution(of: cities, for: query)
    }

    /// The matching places, best first, and the interpreted query: "madrid spain" may be a name, or a name and a
    /// country.
    func cities(_ search: SearchQuery) throws -> (cities: [City], query: SearchQuery) {
        let found = try find(search) ?? []
        if City.exact(found, for: search).contains(where: { $0.matchedName == nil }) { return (found, search) }
        // A known name in a known area outweighs another name of some other place.
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

    /// nil for an unknown area.
    ///
    /// - Parameter areasAreWhole: whether areas must match exactly, by a name that is not just a code.
    private func find(_ search: SearchQuery, areasAreWhole: Bool = false) throws -> [City]? {
        // The place must be in each.
        var areas: [Set<Int>] = []
        for words in search.areas {
            if areasAreWhole, words.joined().count < 3 { return nil }
            let named = try self.areas(words, areWhole: areasAreWhole)
            guard !named.isEmpty else { return nil }
            // A one-letter prefix may match a thousand areas: it filters nothing, and is slow.
            guard named.count <= Self.mostAreas else { continue }
            areas.append(named)
        }
        var best: [Int: Candidate] = [:]
        for candidate in try candidates(search.words, in: areas) {
            if let known = best[candidate.place], known.score >= candidate.score { continue }
            best[candidate.place] = candidate
        }
        // Ids are in order of population.
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
            && one.coordinate.distance(to: other.coordinate) < duplicateDistance
    }

    /// The countries and regions with this name or code; those with this prefix only if there is no exact match.
    private func areas(_ words: [String], areWhole: Bool) throws -> Set<Int> {
        let fits: [NameMatch.Fit] =
            // A single letter is usually the start of a name, and rarely one of the few one-letter codes.
            areWhole ? [.whole] : words.joined().count == 1 ? [.beginning, .words] : [.whole, .beginning, .words]
        for fit in fits {
            let areas = try index.areas(NamePattern(fit: fit, words: words))
            if !areas.isEmpty { return areas }
        }
        return []
    }
}

extension GazetteerSearch {
    /// A place and the name that matched.
    private struct Candidate {
        var place: Int
        var score: Double
        /// The matching alternative name; nil for the place's own.
        var matchedName: String?
        var matchedKind = City.NameKind.other
    }

    /// The largest places for each kind of match, possibly with duplicates.
    private func candidates(_ words: [String], in areas: [Set<Int>]) throws -> [Candidate] {
        let boundary = try query.first("SELECT places, translations FROM boundary") {
            (places: try $0.integer(0), translations: try $0.integer(1))
        }
        guard let (places, translations) = boundary else { return [] }
        guard 0 <= places, places <= translations, translations < .max - 1 else { throw UnreadableColumn(column: 0) }
        var candidates: [Candidate] = []
        for fit in [NameMatch.Fit.whole, .beginning, .words] {
            let pattern = NamePattern(fit: fit, words: words, areas: areas)
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
                matchedName: isShown ? nil : found.name, matchedKind: .own)
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
                matchedKind: kind == .translated ? .translated : .other)
        }
    }
}

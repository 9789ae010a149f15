import Weather
import WorkerProtocol

/// A search among the names of the gazetteer.
///
/// The index returns names by population, so the first few of each kind of match are enough: a query of two letters,
/// which tens of thousands of names start with, reads no more rows than any other.
struct GazetteerSearch {
    let query: GazetteerQuery
    let names: GazetteerNames
    let index: NameIndex
    private let areas: GazetteerAreas
    private let limit: Int
    /// The number of places to read for each kind of match: the limit plus some that duplicates may replace.
    let breadth: Int
    /// Of two results with the same text within this distance, m, only the larger is shown: often a town and its
    /// municipality.
    private static let duplicateDistance = 20_000.0

    /// What a query refers to.
    struct Found {
        /// Best first: if the query refers to a place, it is the first.
        var cities: [City]
        /// The interpreted query: "madrid spain" may be a name, or a name and a country.
        var query: SearchQuery
        var resolution: CityResolution
        fileprivate let isExact: Bool
        /// Whether a place has the name in the user's language or in GeoNames'.
        fileprivate let isOwnName: Bool

        fileprivate init(_ cities: [City], _ query: SearchQuery, isShared: Bool = false, and others: [City] = []) {
            self.query = query
            let exact = City.exact(cities, for: query)
            isExact = !exact.isEmpty
            isOwnName = exact.contains { $0.matchedName == nil }
            resolution =
                isShared
                ? CityResolution.unambiguous(cities, for: query) : CityResolution(of: cities, for: query)
            let first: [City] =
                switch resolution {
                case .one(let city): [city]
                case .several(let cities): cities
                case .near, .none: []
                }
            let all = cities + others.filter { !cities.contains($0) }
            self.cities = first + all.filter { !first.contains($0) }
        }

        /// Whether a name begins with the query, which may be incomplete.
        fileprivate var hasBeginnings: Bool {
            let asked = query.words.joined(separator: " ").folded
            return cities.contains { city in
                [city.locality.name, city.matchedName].compactMap(\.self).contains {
                    SearchQuery.words(in: $0).joined(separator: " ").folded.hasPrefix(asked)
                }
            }
        }

        /// Whether all matches are by names that are not shown, and that only begin with the query.
        var isWeak: Bool {
            if case .near = resolution { cities.allSatisfy { $0.matchedName != nil } } else { false }
        }

        fileprivate func limited(to count: Int) -> Found {
            var found = self
            found.cities = Array(cities.prefix(count))
            return found
        }
    }

    /// - Parameters:
    ///   - language: of the names; region codes of its country come first, then those of countries with its language.
    ///   - limit: the maximum number of places.
    ///   - kept: the languages whose names are returned with each locality.
    init(query: GazetteerQuery, language: String, keeping kept: Set<String> = [], limit: Int) {
        self.query = query
        index = NameIndex(query: query)
        areas = GazetteerAreas(query: query, home: Home(locale: language))
        self.limit = limit
        breadth = limit + 10
        names = GazetteerNames(query: query, language: language, keeping: kept)
    }

    /// The matching places, and the one that the query refers to.
    func found(_ search: SearchQuery) throws -> Found {
        let found = try interpreted(search)
        guard !found.isExact, !found.hasBeginnings, let lenient = search.lenient else {
            return found.limited(to: limit)
        }
        let others = try interpreted(lenient)
        return (others.isExact ? others : found).limited(to: limit)
    }

    private func interpreted(_ search: SearchQuery) throws -> Found {
        let found = try find(search) ?? Found([], search)
        if found.isOwnName { return found }
        // "Milano (MI)"
        if let shorter = search.takingCode, let inArea = try find(shorter), inArea.isExact { return inArea }
        // A known name in a known area outweighs another name of some other place.
        for count in 1...3 {
            guard let shorter = search.takingArea(ofLast: count) else { break }
            guard let area = try areas.whole(shorter) else { continue }
            let inArea = Found(try find(shorter.words, shorter, in: area), shorter, and: found.cities)
            if inArea.isExact { return inArea }
        }
        if !found.cities.isEmpty { return found }
        for count in 1...3 {
            guard let shorter = search.takingArea(ofLast: count) else { break }
            if let inArea = try find(shorter), !inArea.cities.isEmpty { return inArea }
        }
        return Found([], search)
    }

    /// nil for an unknown area.
    private func find(_ search: SearchQuery) throws -> Found? {
        let readings = try areas.readings(search)
        var similar: Found?
        for (position, reading) in readings.enumerated() {
            let cities = try find(search.words, search, in: reading)
            let found = Found(cities, search, isShared: reading.isShared)
            // The places of the other readings follow.
            if found.isExact {
                let others = try readings.dropFirst(position + 1).first.map { try find(search.words, search, in: $0) }
                return Found(cities, search, isShared: reading.isShared, and: others ?? [])
            }
            let isLast = position == readings.count - 1
            // A single letter is more likely the beginning of a name than a code.
            let isLikely = search.areas.first?.joined().count != 1 || isLast
            if !cities.isEmpty, isLikely { similar = similar ?? found }
        }
        return similar ?? (readings.isEmpty ? nil : Found([], search))
    }

    private func find(_ words: [String], _ search: SearchQuery, in reading: GazetteerAreas.Reading) throws -> [City] {
        var best: [Int: Candidate] = [:]
        for candidate in try candidates(search, in: reading.areas) {
            if let known = best[candidate.place], known.score >= candidate.score { continue }
            best[candidate.place] = candidate
        }
        // Ids are in order of population.
        let ranked = best.values.sorted { ($1.score, $0.place) < ($0.score, $1.place) }
        let others: GazetteerAirports.Others =
            ranked.isEmpty ? .nothing : ranked.contains(where: \.isTown) ? .town : .similar
        var airports = try GazetteerAirports(query: query, names: names)
            .matches(words, in: reading.areas, besides: others)[...]
        var found: [City] = []
        var places: Set<Int> = []
        func add(_ city: City) {
            if found.count < limit, !found.contains(where: { Self.readTheSame($0, city) }) { found.append(city) }
        }
        func city(_ candidate: Candidate) throws -> City? {
            guard var city = try names.city(candidate.place) else { return nil }
            if candidate.matchedName != city.locality.name { city.matchedName = candidate.matchedName }
            city.matchedKind = candidate.matchedKind
            places.insert(candidate.place)
            return city
        }
        for candidate in ranked {
            guard found.count < limit else { break }
            while let airport = airports.first, airport.score > candidate.score {
                add(airport.city)
                airports.removeFirst()
            }
            if let city = try city(candidate) { add(city) }
        }
        for airport in airports { add(airport.city) }
        // A village with exactly the name is among the results, however large the places are whose names begin with it.
        let villages = try ranked.filter { $0.isOwnName && !places.contains($0.place) }.prefix(limit / 2).compactMap(
            city)
        found = Array(found.prefix(max(0, limit - villages.count)))
        for village in villages { add(village) }
        return found
    }

    private static func readTheSame(_ one: City, _ other: City) -> Bool {
        one.locality.name == other.locality.name && one.locality.region == other.locality.region
            && one.locality.countryCode == other.locality.countryCode
            && one.coordinate.distance(to: other.coordinate) < duplicateDistance
    }
}

extension GazetteerSearch {
    /// A place and the name that matched.
    struct Candidate {
        var place: Int
        var score: Double
        /// The matching alternative name; nil for the place's own.
        var matchedName: String?
        var matchedKind = City.NameKind.other
        /// Whether the query is the whole name in some language, not a code or a former name.
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

/// Finds names by their words: in the gazetteer with its full-text index, in the list of cities with a linear search.
struct NameIndex {
    let query: GazetteerQuery

    /// Calls `body` with the ids of places and of alternative names, in ascending order, until it returns false.
    ///
    /// - Parameter range: ids to search.
    func each(_ pattern: NamePattern, in range: Range<Int>, _ body: (Int) throws -> Bool) throws {
        if let names = query.cityNames { return try names.places.each(pattern, in: range, body) }
        let sql = """
            SELECT rowid FROM place_index WHERE place_index MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid
            """
        let arguments = [
            SQLiteValue.text(pattern.fullTextQuery), .integer(range.lowerBound), .integer(range.upperBound),
        ]
        try query.each(sql, arguments) { try body(try $0.integer(0)) }
    }

    /// The countries and regions with a matching name.
    func areas(_ pattern: NamePattern) throws -> Set<Int> {
        var areas: Set<Int> = []
        if let names = query.cityNames {
            names.areas.each(pattern, in: .min..<(.max)) {
                areas.insert($0)
                return true
            }
            return areas
        }
        let sql = """
            SELECT coalesce(area_name.area, area_index.rowid) FROM area_index
            LEFT JOIN area_name ON area_name.id = area_index.rowid WHERE area_index MATCH ?
            """
        try query.each(sql, [.text(pattern.fullTextQuery)]) {
            areas.insert(try $0.integer(0))
            return true
        }
        return areas
    }
}

import Glibc
import Weather
import WorkerProtocol

/// The countries, regions and provinces that the words after a name refer to.
struct GazetteerAreas {
    let query: GazetteerQuery
    private let index: NameIndex
    private let home: Home
    /// A prefix that more areas than this share is ignored.
    private static let most = 150

    /// One way to read the words: the place must be in one area of each set.
    struct Reading {
        var areas: [Set<Int>]
        /// Whether places in several countries are ambiguous, since the words are a code that they share.
        var isShared = false
    }

    init(query: GazetteerQuery, home: Home) {
        self.query = query
        index = NameIndex(query: query)
        self.home = home
    }

    /// The readings, likeliest first: a code in the user's country, in a country with their language, in any country; then the
    /// beginning of a name. Empty for an unknown area.
    func readings(_ search: SearchQuery) throws -> [Reading] {
        guard !search.areas.isEmpty else { return [Reading(areas: [])] }
        let named = try search.areas.map { try names($0, areWhole: $0.joined().count > 1) }
        let coded = try search.areas.map(codes)
        var readings: [Reading] = []
        if let words = coded.first, !words.isEmpty {
            let others = zip(coded, named).dropFirst().map { code, name in Set(code.map(\.id)).union(name) }
            guard others.allSatisfy({ !$0.isEmpty }) else { return [] }
            let inner = named[0].isSubset(of: words.map(\.id)) ? [] : named[0]
            func add(_ ids: Set<Int>, isShared: Bool) {
                if !ids.isEmpty { readings.append(Reading(areas: [ids] + others, isShared: isShared)) }
            }
            // A country after the code resolves the ambiguity.
            if others.isEmpty {
                add(Set(words.filter { $0.country == home.country }.map(\.id)), isShared: false)
                add(Set(words.filter { home.countries.contains($0.country) }.map(\.id)), isShared: true)
            }
            add(Set(words.map(\.id)).union(inner), isShared: others.isEmpty)
        }
        let prefixes = try zip(search.areas, coded).map { words, codes in
            let names = try names(words, areWhole: false)
            return names.isEmpty ? Set(codes.map(\.id)) : names
        }
        // A one-letter prefix may match a thousand areas: it filters nothing, and is slow.
        if prefixes.allSatisfy({ !$0.isEmpty }) {
            readings.append(Reading(areas: prefixes.filter { $0.count <= Self.most }))
        }
        return readings
    }

    /// The area with exactly these names, which are not just codes; nil for an unknown one.
    func whole(_ search: SearchQuery) throws -> Reading? {
        var areas: [Set<Int>] = []
        for words in search.areas {
            guard words.joined().count > 2 else { return nil }
            let named = try index.areas(NamePattern(fit: .whole, words: words))
            guard !named.isEmpty else { return nil }
            areas.append(named)
        }
        return Reading(areas: areas)
    }

    /// The areas with this name; those with this prefix only if there is no exact match, or for a single letter, which is
    /// usually the start of a name.
    private func names(_ words: [String], areWhole: Bool) throws -> Set<Int> {
        let fits: [NameMatch.Fit] =
            areWhole ? [.whole] : words.joined().count == 1 ? [.beginning, .words] : [.whole, .beginning, .words]
        for fit in fits {
            let areas = try index.areas(NamePattern(fit: fit, words: words))
            if !areas.isEmpty { return areas }
        }
        return []
    }

    /// The areas with this code.
    private func codes(_ words: [String]) throws -> [(id: Int, country: String)] {
        var found: [(id: Int, country: String)] = []
        let sql = "SELECT area, country FROM area_code JOIN area ON area.id = area_code.area WHERE area_code.code = ?"
        try query.each(sql, [.text(words.joined().uppercased())]) {
            found.append((try $0.integer(0), try $0.text(1)))
            return true
        }
        return found
    }
}

/// The airports that match a query: by IATA or ICAO code, or by the words that distinguish an airport from others of its city.
struct GazetteerAirports {
    let query: GazetteerQuery
    let names: GazetteerNames

    struct Match {
        var score: Double
        var city: City
    }

    /// Shorter prefixes match too many names.
    private static let leastLetters = 4

    /// Best first. The score is comparable to that of `NameMatch`, with the population around the airport.
    ///
    /// - Parameters:
    ///   - areas: ids of countries and regions; the airport must be in one of each set.
    ///   - others: the matching places; a code that is a name counts only beside "airport".
    func matches(_ words: [String], in areas: [Set<Int>], besides others: Others) throws -> [Match] {
        let found = try byCode(words, others) + byName(words.map(\.folded))
        return found.filter { found in areas.allSatisfy { !$0.isDisjoint(with: found.areas) } }.map(\.match)
            .sorted { $0.score > $1.score }
    }

    /// What else a query for an airport matches.
    enum Others {
        case nothing
        /// Names that begin with the query, or contain it.
        case similar
        /// A place with exactly this name.
        case town
    }

    private typealias Found = (match: Match, areas: Set<Int>)

    private func byCode(_ words: [String], _ others: Others) throws -> [Found] {
        guard let asked = AirportQuery(words) else { return [] }
        // In lower case it may be the start of a name instead.
        let isMeant =
            switch others {
            case .nothing: true
            case .similar: asked.isInCapitals || asked.isNamedAirport
            case .town: asked.isNamedAirport
            }
        let column = asked.code.utf8.count == 3 ? "code" : "icao"
        return try airports("\(column) = ?", [.text(asked.code)]) { city, people in
            var city = city
            if isMeant { city.matchedName = asked.code }
            return Match(score: log10(max(1000, people)) + (isMeant ? 1.5 : 0), city: city)
        }
    }

    /// All words must occur in the airport's name, at least one of them outside its city's name and "airport".
    private func byName(_ words: [String]) throws -> [Found] {
        guard let last = words.last, words.contains(where: { $0.count >= Self.leastLetters }) else { return [] }
        let patterns = words.dropLast().map { "% \($0) %" } + ["% \(last)%"]
        let isDistinct = words.map { _ in "distinct_words LIKE ?" }.joined(separator: " OR ")
        let condition = words.map { _ in "words LIKE ?" }.joined(separator: " AND ") + " AND (\(isDistinct))"
        return try airports(condition, (patterns + patterns).map(SQLiteValue.text)) { city, people in
            let isWhole = SearchQuery.words(in: city.locality.name).contains { $0.folded == last }
            return Match(score: log10(max(1000, people)) - (isWhole ? 0.5 : 1.5), city: city)
        }
    }

    private func airports(
        _ condition: String, _ arguments: [SQLiteValue], _ match: (City, Double) -> Match
    ) throws -> [Found] {
        let sql = """
            SELECT code, airport.name, airport.latitude, airport.longitude, place.id, country, region, people, zone.name
            FROM airport JOIN place ON place.id = airport.place LEFT JOIN zone ON zone.id = airport.zone
            WHERE \(condition) ORDER BY people DESC, code LIMIT 10
            """
        var found: [Found] = []
        try query.each(sql, arguments) { row in
            // An airport has the region and country of the city that it serves.
            guard var locality = try names.city(try row.integer(4))?.locality else { return true }
            locality.name = try row.text(1)
            locality.timeZone = try row.optionalText(8) ?? locality.timeZone
            locality.translations?.names = [:]
            var city = City(coordinate: try row.coordinate(2), locality: locality)
            city.airportCode = try row.text(0)
            let areas = Set([try row.integer(5), try row.optionalInteger(6)].compactMap(\.self))
            found.append((match(city, try row.real(7)), areas))
            return true
        }
        return found
    }
}

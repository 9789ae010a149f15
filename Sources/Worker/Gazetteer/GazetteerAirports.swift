import Glibc
import Weather
import WorkerProtocol

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
            // Region and country are those of the city that it serves.
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

import ClientProtocol
import Weather
import WorkerProtocol

/// The names of places and areas in the user's language, or else GeoNames' own. In English, GeoNames' own names of areas are
/// used.
struct GazetteerNames {
    let query: GazetteerQuery
    /// The language's codes in the gazetteer, best first.
    private let languages: [String]
    /// The languages whose names are returned with a locality.
    private let kept: Set<String>
    private let language: String

    /// - Parameters:
    ///   - language: as in `LANG` or of BCP 47: `de_AT.UTF-8`, `pt-BR`, `uk`.
    ///   - kept: further languages whose names are returned with a locality.
    init(query: GazetteerQuery, language: String, keeping kept: Set<String> = []) {
        self.query = query
        self.language = language
        languages = LanguageCodes.codes(of: language)
        self.kept = kept.isEmpty ? [] : kept.union(languages.map(LanguageCodes.language) + [LanguageCodes.english])
    }

    /// The place's name in the user's language, with the name's id; nil when it is the place's own name.
    func translation(of place: Int) throws -> (id: Int, name: String)? {
        for language in languages {
            let sql = """
                SELECT name.id, name.name FROM translation JOIN name ON name.id = translation.name
                WHERE translation.place = ? AND language = ?
                """
            let arguments = [SQLiteValue.integer(place), .text(language)]
            if let found = try query.first(sql, arguments, { (try $0.integer(0), try $0.text(1)) }) {
                return found
            }
        }
        return nil
    }

    private func translation(ofArea area: Int) throws -> String? {
        for language in languages where language != LanguageCodes.english {
            let sql = """
                SELECT area_name.name FROM area_translation JOIN area_name ON area_name.id = area_translation.name
                WHERE area_translation.area = ? AND language = ?
                """
            if let name = try query.first(sql, [.integer(area), .text(language)], { try $0.text(0) }) { return name }
        }
        return nil
    }

    /// The name of a country by its code (ISO 3166-1 alpha-2), in English if the language has none; nil for an unknown code.
    func country(_ code: String) throws -> String? {
        let found = try query.first("SELECT id, name FROM area WHERE country = ? AND code = ''", [.text(code)]) {
            (id: try $0.integer(0), name: try $0.text(1))
        }
        guard let found else { return nil }
        return try translation(ofArea: found.id) ?? found.name
    }

    /// The complete data of a place; nil for an unknown id.
    func city(_ place: Int) throws -> City? {
        let sql = """
            SELECT place.name, latitude, longitude, population, area.country, place.region, region.name, zone.name, place.country, area.name
            FROM place
            LEFT JOIN area ON area.id = place.country
            LEFT JOIN area AS region ON region.id = place.region
            LEFT JOIN zone ON zone.id = place.zone
            WHERE place.id = ?
            """
        return try query.first(sql, [.integer(place)]) { row in
            var locality = Locality(name: try row.text(0))
            locality.name = try translation(of: place)?.name ?? locality.name
            locality.region =
                try isCalledAfter(row.text(0), region: row.optionalText(6)) && languages != [LanguageCodes.english]
                ? locality.name
                : row.optionalInteger(5).flatMap { try translation(ofArea: $0) } ?? row.optionalText(6)
            locality.countryCode = try row.optionalText(4)
            locality.country = try row.optionalInteger(8).flatMap { try translation(ofArea: $0) } ?? row.optionalText(9)
            locality.timeZone = try row.optionalText(7)
            if !kept.isEmpty {
                locality.translations = try translations(
                    of: place, row.text(0), region: area(row, id: 5, name: 6), country: area(row, id: 8, name: 9))
                locality.language = language
            }
            let population = try row.integer(3)
            return City(
                coordinate: try row.coordinate(1), locality: locality, population: population > 0 ? population : nil)
        }
    }

    /// Whether a region is named after its city: `Vienna`, `Montevideo Department`. In other languages it has the
    /// city's name, which the views show once.
    private func isCalledAfter(_ city: String, region: String?) -> Bool {
        guard let region else { return false }
        guard region != city else { return true }
        guard region.hasPrefix(city + " ") else { return false }
        let kind = region.dropFirst(city.count).split(separator: " ")
        return kind.allSatisfy { Self.kindsOfRegion.contains($0.lowercased()) }
    }

    /// The words that GeoNames appends to a region's English name.
    private static let kindsOfRegion: Set<String> = [
        "autonomous", "canton", "capital", "city", "county", "department", "district", "division", "f.d.",
        "governorate", "krai", "kray", "mairie", "metropolitan", "municipality", "oblast", "oblisi", "prefecture",
        "province", "region", "state", "territory", "voivodeship",
    ]

    // MARK: - Names in further languages

    private func area(_ row: GazetteerRow, id: Int, name: Int) throws -> (id: Int, name: String)? {
        guard let id = try row.optionalInteger(id), let name = try row.optionalText(name) else { return nil }
        return (id, name)
    }

    private func translations(
        of place: Int, _ name: String, region: (id: Int, name: String)?, country: (id: Int, name: String)?
    ) throws -> Locality.Translations {
        func areaNames(_ area: (id: Int, name: String)?) throws -> [String: String] {
            guard let area else { return [:] }
            let sql = """
                SELECT language, area_name.name FROM area_translation
                JOIN area_name ON area_name.id = area_translation.name WHERE area_translation.area = ?
                """
            var names = try keptNames(sql, area.id, own: area.name)
            names[LanguageCodes.english] = area.name
            return names
        }
        let sql = """
            SELECT language, name.name FROM translation JOIN name ON name.id = translation.name WHERE translation.place = ?
            """
        let names = try keptNames(sql, place, own: name)
        var regions = try areaNames(region)
        if let region, isCalledAfter(name, region: region.name) {
            regions = names
            regions[LanguageCodes.english] = region.name
        }
        return Locality.Translations(names: names, regions: regions, countries: try areaNames(country))
    }

    /// The names by language code, with GeoNames' own as the English one, if there is no other.
    private func keptNames(_ sql: String, _ id: Int, own: String) throws -> [String: String] {
        var names: [String: String] = [:]
        try query.each(sql, [.integer(id)]) { row in
            let code = try row.text(0)
            if kept.contains(LanguageCodes.language(of: code)) { names[code] = try row.text(1) }
            return true
        }
        names[LanguageCodes.english] = names[LanguageCodes.english] ?? own
        return names
    }
}

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

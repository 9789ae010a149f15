import Weather

/// The names of places and areas in the user's language, or else GeoNames' own. In English, GeoNames' own names of areas are used.
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

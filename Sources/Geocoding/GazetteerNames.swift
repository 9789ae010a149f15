import Weather

/// The names of places and areas in the user's language, where the gazetteer knows them, else GeoNames' own.
struct GazetteerNames {
    let query: GazetteerQuery
    /// The language's codes in the gazetteer, the best first; none for English, which GeoNames' own names are in.
    private let languages: [String]
    /// The languages whose names are kept with a locality.
    private let kept: Set<String>
    private let language: String

    /// - Parameters:
    ///   - language: as in `LANG` or of BCP 47: `de_AT.UTF-8`, `pt-BR`, `uk`.
    ///   - kept: the languages whose names are kept with a locality besides; empty when none are.
    init(query: GazetteerQuery, language: String, keeping kept: Set<String> = []) {
        self.query = query
        self.language = language
        let codes = LanguageCodes.codes(of: language)
        languages = codes == [LanguageCodes.english] ? [] : codes
        self.kept = kept.isEmpty ? [] : kept.union(codes.map(LanguageCodes.language))
    }

    /// What the user calls a place, with the name's id; nil when that is the place's own name.
    func translation(of place: Int) throws -> (id: Int, name: String)? {
        for language in languages {
            let sql = """
                SELECT name.id, name.name FROM translation JOIN name ON name.id = translation.name
                WHERE translation.place = ? AND language = ?
                """
            if let found = try query.first(sql, [place, language], { (try $0.integer(0), try $0.text(1)) }) {
                return found
            }
        }
        return nil
    }

    private func translation(ofArea area: Int) throws -> String? {
        for language in languages {
            let sql = """
                SELECT area_name.name FROM area_translation JOIN area_name ON area_name.id = area_translation.name
                WHERE area_translation.area = ? AND language = ?
                """
            if let name = try query.first(sql, [area, language], { try $0.text(0) }) { return name }
        }
        return nil
    }

    /// A place with everything that is known of it; nil when there is none with that id.
    func city(_ place: Int) throws -> City? {
        let sql = """
            SELECT place.name, latitude, longitude, population, area.country, place.region, region.name, zone.name, place.country, area.name
            FROM place
            LEFT JOIN area ON area.id = place.country
            LEFT JOIN area AS region ON region.id = place.region
            LEFT JOIN zone ON zone.id = place.zone
            WHERE place.id = ?
            """
        return try query.first(sql, [place]) { row in
            var locality = Locality(name: try row.text(0))
            locality.name = try translation(of: place)?.name ?? locality.name
            locality.region =
                try isCalledAfter(row.text(0), region: row.optionalText(6)) && !languages.isEmpty
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

    /// Whether a region is called after its city: `Vienna`, `Montevideo Department`. In other languages it has the
    /// city's name, which the views show once.
    private func isCalledAfter(_ city: String, region: String?) -> Bool {
        guard let region else { return false }
        guard region != city else { return true }
        guard region.hasPrefix(city + " ") else { return false }
        let kind = region.dropFirst(city.count).split(separator: " ")
        return kind.allSatisfy { Self.kindsOfRegion.contains($0.lowercased()) }
    }

    /// As GeoNames has them behind a region's own name in English.
    private static let kindsOfRegion: Set<String> = [
        "autonomous", "canton", "capital", "city", "county", "department", "district", "division", "f.d.",
        "governorate", "krai", "kray", "mairie", "metropolitan", "municipality", "oblast", "oblisi", "prefecture",
        "province", "region", "state", "territory", "voivodeship",
    ]

    // MARK: - Names in the kept languages

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
            return try keptNames(sql, area.id, own: area.name)
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

    /// The names by their codes, English being GeoNames' own.
    private func keptNames(_ sql: String, _ id: Int, own: String) throws -> [String: String] {
        var names: [String: String] = [:]
        try query.each(sql, [id]) { row in
            let code = try row.text(0)
            if kept.contains(LanguageCodes.language(of: code)) { names[code] = try row.text(1) }
            return true
        }
        names[LanguageCodes.english] = own
        return names
    }
}

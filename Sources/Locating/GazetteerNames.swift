import Weather

/// The names of places and areas in the user's language, where the gazetteer knows them, else GeoNames' own.
struct GazetteerNames {
    let query: GazetteerQuery
    /// The language's codes in the gazetteer, the best first; none for English, which GeoNames' own names are in.
    private let languages: [String]

    /// - Parameter language: as in `LANG` or of BCP 47: `de_AT.UTF-8`, `pt-BR`, `uk`.
    init(query: GazetteerQuery, language: String) {
        self.query = query
        let parts = language.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
        guard let first = parts.first?.lowercased(), first != "en", first != "c", first != "posix" else {
            languages = []
            return
        }
        // The country, past a script: zh-Hant-TW.
        let country = parts.dropFirst().first { $0.count == 2 }.map { [first + "_" + $0.uppercased()] } ?? []
        // Norwegian is listed by its two written forms.
        languages = country + [first == "no" ? "nb" : first]
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
            locality.region = try row.optionalInteger(5).flatMap { try translation(ofArea: $0) } ?? row.optionalText(6)
            locality.countryCode = try row.optionalText(4)
            locality.country = try row.optionalInteger(8).flatMap { try translation(ofArea: $0) } ?? row.optionalText(9)
            locality.timeZone = try row.optionalText(7)
            let population = try row.integer(3)
            return City(
                coordinate: try row.coordinate(1), locality: locality, population: population > 0 ? population : nil)
        }
    }
}

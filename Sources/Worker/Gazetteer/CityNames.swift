import WorkerProtocol

/// The names in the list of cities, in memory: reading them takes a tenth of the time of building a full-text index.
struct CityNames {
    /// Places and alternative names, by id.
    let places: FoldedNames
    /// Countries and regions, by area id.
    let areas: FoldedNames

    init(_ query: GazetteerQuery) throws {
        var folder = WordFolder()
        var places = FoldedNames()
        for sql in [
            "SELECT id, name, country, region, province FROM place ORDER BY id",
            """
            SELECT name.id, name.name, country, region, province FROM name JOIN place ON place.id = name.place
            ORDER BY name.id
            """,
        ] {
            try query.each(sql) { row in
                places.append(
                    try row.text(1), id: try row.integer(0),
                    areas: (try row.integer(2), try row.optionalInteger(3), try row.optionalInteger(4)), &folder)
                return true
            }
        }
        self.places = places
        var areas = FoldedNames()
        try query.each("SELECT id, name FROM area ORDER BY id") { row in
            areas.append(try row.text(1), id: try row.integer(0), &folder)
            return true
        }
        // Alternative names match only as a whole, as in the gazetteer's index.
        try query.each("SELECT area, name FROM area_name ORDER BY id") { row in
            areas.append(try row.text(1), id: try row.integer(0), isComparedByWords: false, &folder)
            return true
        }
        self.areas = areas
    }
}

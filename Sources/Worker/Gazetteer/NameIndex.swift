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

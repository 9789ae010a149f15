import Weather

/// The time zone at a position, by the boundaries of the zones.
struct GazetteerTimeZone {
    let query: GazetteerQuery

    /// As in schema.sql and cities.sql.
    private var cellsPerDegree: Int {
        switch query.kind {
        case .gazetteer: 40
        case .cities: 4
        }
    }

    /// The tzdata name, also at sea: `Etc/GMT+3`; nil when the gazetteer has no time zone map.
    func name(at position: Coordinate) throws -> String? {
        let (rows, columns) = (180 * cellsPerDegree, 360 * cellsPerDegree)
        let row = min(Int((90 - position.latitude) * Double(cellsPerDegree)), rows - 1)
        // 180° east is the same meridian as 180° west.
        let column = Int((position.longitude + 180) * Double(cellsPerDegree)) % columns
        let sql = """
            SELECT zone.name FROM zone_run JOIN zone ON zone.id = zone_run.zone WHERE cell <= ? ORDER BY cell DESC LIMIT 1
            """
        return try query.first(sql, [.integer(row * columns + column)]) { try $0.text(0) }
    }
}

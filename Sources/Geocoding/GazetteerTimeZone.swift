import Weather

/// The time zone in force at a position, by the boundaries of the zones and not by the nearest place's.
struct GazetteerTimeZone {
    let query: GazetteerQuery

    /// As in schema.sql.
    private static let cellsPerDegree = 40.0
    private static let columns = 14_400
    private static let rows = 7200

    /// As tzdata names it, at sea too: `Etc/GMT+3`; nil when the gazetteer has no map of the zones.
    func name(at position: Coordinate) throws -> String? {
        let row = min(Int((90 - position.latitude) * Self.cellsPerDegree), Self.rows - 1)
        // The meridian of 180° east is that of 180° west.
        let column = Int((position.longitude + 180) * Self.cellsPerDegree) % Self.columns
        let sql = """
            SELECT zone.name FROM zone_run JOIN zone ON zone.id = zone_run.zone WHERE cell <= ? ORDER BY cell DESC LIMIT 1
            """
        return try query.first(sql, [row * Self.columns + column]) { try $0.text(0) }
    }
}

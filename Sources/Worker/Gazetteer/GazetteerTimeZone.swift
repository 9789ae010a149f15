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

    private var rows: Int { 180 * cellsPerDegree }
    private var columns: Int { 360 * cellsPerDegree }

    /// The tzdata name, also at sea: `Etc/GMT+3`, and the countries of the zone (ISO 3166-1 alpha-2); nil when the gazetteer has
    /// no time zone map.
    func zone(at position: Coordinate) throws -> (name: String, countries: [String])? {
        let row = Int((90 - position.latitude) * Double(cellsPerDegree))
        let column = Int((position.longitude + 180) * Double(cellsPerDegree))
        guard let zone = try zone(row: row, column: column) else { return nil }
        return (zone.name, try countries(of: zone.id))
    }

    /// The countries of the zones of the four nearest cells, each with its share by distance. Empty for the list of cities, whose
    /// cells are larger than the doubt.
    func countries(around position: Coordinate) throws -> [String: Double] {
        guard query.kind == .gazetteer else { return [:] }
        let y = (90 - position.latitude) * Double(cellsPerDegree) - 0.5
        let x = (position.longitude + 180) * Double(cellsPerDegree) - 0.5
        let (top, left) = (y.rounded(.down), x.rounded(.down))
        var shares: [String: Double] = [:]
        for (row, vertical) in [(0, 1 - (y - top)), (1, y - top)] {
            for (column, horizontal) in [(0, 1 - (x - left)), (1, x - left)] {
                guard let zone = try zone(row: Int(top) + row, column: Int(left) + column) else { continue }
                for country in try countries(of: zone.id) { shares[country, default: 0] += vertical * horizontal }
            }
        }
        return shares
    }

    private func zone(row: Int, column: Int) throws -> (id: Int, name: String)? {
        let sql = """
            SELECT zone.id, zone.name FROM zone_run JOIN zone ON zone.id = zone_run.zone WHERE cell <= ?
            ORDER BY cell DESC LIMIT 1
            """
        // 180° east is the same meridian as 180° west.
        let cell = max(0, min(row, rows - 1)) * columns + (column + columns) % columns
        return try query.first(sql, [.integer(cell)]) { (try $0.integer(0), try $0.text(1)) }
    }

    private func countries(of zone: Int) throws -> [String] {
        var countries: [String] = []
        try query.each("SELECT country FROM zone_country WHERE zone = ? ORDER BY country", [.integer(zone)]) {
            countries.append(try $0.text(0))
            return true
        }
        return countries
    }
}

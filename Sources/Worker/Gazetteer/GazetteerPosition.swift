import Glibc
import Weather

/// What a position is in: its settlement, its country and its time zone.
struct GazetteerPosition {
    let query: GazetteerQuery
    /// nil without them: then the nearest settlement decides.
    let borders: BorderMap?
    let position: Coordinate

    struct Found {
        var settlement: Settlement
        /// ISO 3166-1 alpha-2, by all that is known; nil without borders, and at sea.
        var country: String?
        /// The tzdata name from the map of time zones; nil when the settlement's fits better.
        var timeZone: String?
    }

    /// nil when the gazetteer has no places.
    func found() throws -> Found? {
        let nearest = GazetteerNearest(query: query, position: position)
        let covering = try nearest.covering()
        let country = try borders.flatMap { try evidence(covering, $0).country }
        var settlement: Settlement?
        if let country, let area = try area(of: country) { settlement = try nearest.place(covering, in: area) }
        guard let settlement = try settlement ?? nearest.place(covering) else { return nil }
        return Found(
            settlement: settlement, country: country, timeZone: try timeZone(of: settlement, in: country))
    }

    private func evidence(_ covering: [Settlement], _ borders: BorderMap) throws -> CountryEvidence {
        var codes: [Int: String] = [:]
        for settlement in covering where codes[settlement.country] == nil {
            codes[settlement.country] = try query.first(
                "SELECT country FROM area WHERE id = ?", [.integer(settlement.country)]
            ) { try $0.text(0) }
        }
        var evidence = CountryEvidence()
        let central = covering.min { $0.distance(to: position) < $1.distance(to: position) }
        if let central, central.distance(to: position) <= CountryEvidence.centreRadius {
            evidence.centre = codes[central.country]
            if evidence.centre != nil { return evidence }
        }
        evidence.land = borders.country(at: position)
        evidence.others = borders.countries(within: CountryEvidence.bordersError, of: position)
        if let land = evidence.land { evidence.others[land] = nil }
        guard evidence.land == nil || !evidence.others.isEmpty else { return evidence }
        evidence.zones = try GazetteerTimeZone(query: query).countries(around: position)
        for settlement in covering {
            guard let code = codes[settlement.country] else { continue }
            let depth = 1 - settlement.distance(to: position) / settlement.extent.radius
            evidence.settlements[code] = max(depth, evidence.settlements[code] ?? 0)
        }
        return evidence
    }

    private func area(of country: String) throws -> Int? {
        try query.first("SELECT id FROM area WHERE country = ? AND code = ''", [.text(country)]) { try $0.integer(0) }
    }

    /// The zone of the map, unless it is another country's.
    private func timeZone(of settlement: Settlement, in country: String?) throws -> String? {
        // The nearest place may be across a border, but the map of the list of cities is too coarse to be better.
        guard query.kind == .gazetteer || settlement.extent.offset(of: position) != nil,
            let zone = try GazetteerTimeZone(query: query).zone(at: position)
        else { return nil }
        guard let country, !zone.countries.isEmpty else { return zone.name }
        return zone.countries.contains(country) ? zone.name : nil
    }
}

extension Settlement {
    fileprivate func distance(to position: Coordinate) -> Double { extent.center.distance(to: position) }
}

/// What is known about the country of a position, and what follows from it. Countries are ISO 3166-1 alpha-2.
///
/// Neither settlements nor borders alone are right: the disc of Detroit covers Windsor, and the borders of a map of the world
/// put Słubice into Germany.
struct CountryEvidence: Sendable, Equatable {
    /// The country of the settlement whose centre is within a kilometre; nil without one.
    var centre: String?
    /// The country by the borders; nil at sea.
    var land: String?
    /// The distance in metres of the land of other countries, up to `bordersError`.
    var others: [String: Double] = [:]
    /// The countries of the time zones around, each with its share, 0 to 1.
    var zones: [String: Double] = [:]
    /// How far inside a settlement of a country the position is: from 1 at its centre to 0 at the edge of its probable extent.
    var settlements: [String: Double] = [:]

    /// The most by which the borders are wrong, metres; of 170,000 settlements, 29 are farther inside another country, most of
    /// them where it is disputed or GeoNames is wrong.
    static let bordersError = 4000.0
    /// A settlement decides if its centre is within this distance, metres.
    static let centreRadius = 1000.0

    /// The weight of borders and settlements relative to the time zones, which are the most exact: of 2,875 settlements within
    /// 3 km of a border, with their own position unknown, time zones alone are wrong for 289, borders alone for 491, and both
    /// together for 271.
    private static let weight = 0.5
    /// The distance from a border, metres, from which the borders count in full.
    private static let sureness = 2000.0

    /// nil when nothing is known, as far out at sea.
    var country: String? {
        if let centre { return centre }
        if let land, others.isEmpty { return land }
        var scores: [String: Double] = [:]
        if let land {
            let depth = others.values.min() ?? Self.sureness
            scores[land] = Self.weight * min(1, depth / Self.sureness)
        }
        for country in others.keys { scores[country] = scores[country] ?? 0 }
        // At sea, territorial waters belong to time zones.
        for (country, share) in zones where land == nil || scores[country] != nil {
            scores[country, default: 0] += share
        }
        for (country, depth) in settlements where scores[country] != nil || land == nil {
            scores[country, default: 0] += Self.weight * depth
        }
        let best = scores.max { ($0.value, $1.key) < ($1.value, $0.key) }
        guard let best, best.value > 0 else { return land }
        return best.key
    }
}

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

    /// The tzdata name, also at sea: `Etc/GMT+3`, and the countries of the zone (ISO 3166-1 alpha-2); nil when the gazetteer
    /// has no time zone map.
    func zone(at position: Coordinate) throws -> (name: String, countries: [String])? {
        let row = Int((90 - position.latitude) * Double(cellsPerDegree))
        let column = Int((position.longitude + 180) * Double(cellsPerDegree))
        guard let zone = try zone(row: row, column: column) else { return nil }
        return (zone.name, try countries(of: zone.id))
    }

    /// The countries of the zones of the four nearest cells, each with its share by distance. Empty for the list of cities,
    /// whose cells are larger than the uncertainty.
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

/// A settlement of the gazetteer.
struct Settlement: Sendable {
    var id: Int
    var extent: Extent
    /// The id of its area.
    var country: Int
}

/// The settlement around or nearest to a position.
struct GazetteerNearest {
    let query: GazetteerQuery
    let position: Coordinate

    /// From pole to pole on the sphere that `extent` uses, m.
    private static let halfCircumference = 180 * Coordinate.metresPerDegree
    /// Farther away, the settlements of a country are not searched.
    private static let farthestOfCountry = 1_000_000.0

    /// The settlements whose extent covers the position.
    func covering() throws -> [Settlement] {
        if let cities = query.cityExtents { return cities.covering(position) }
        var found: [Settlement] = []
        for window in windows(radius: 0) {
            try candidates(in: window, limit: -1) { if $0.extent.covers(position) { found.append($0) } }
        }
        return found
    }

    /// Of the settlements that cover the position, the one whose centre is closest in radii; otherwise the one with the closest
    /// centre.
    ///
    /// - Parameters:
    ///   - covering: as from `covering()`.
    ///   - country: the id of an area; nil for any country.
    /// - Returns: nil if there is no place, or none of the country within 1,000 km.
    func place(_ covering: [Settlement], in country: Int? = nil) throws -> Settlement? {
        let best = covering.filter { country == nil || $0.country == country }.min { one, other in
            (one.extent.reach(to: position), one.id) < (other.extent.reach(to: position), other.id)
        }
        if let best { return best }
        if let cities = query.cityExtents { return cities.nearest(to: position, in: country) }
        return try nearest(in: country)
    }

    /// The largest place with this centre; nil for none.
    func centered() throws -> Int? {
        if let cities = query.cityExtents { return cities.centered(at: position) }
        for window in windows(radius: 0) {
            let sql = """
                SELECT place.id FROM extent JOIN place ON place.id = extent.id
                WHERE north >= ? AND south <= ? AND east >= ? AND west <= ? AND latitude = ? AND longitude = ?
                ORDER BY place.id
                """
            let units = position.units.map(SQLiteValue.integer)
            if let id = try query.first(sql, window.arguments + units, { try $0.integer(0) }) { return id }
        }
        return nil
    }

    /// The place with the closest centre.
    private func nearest(in country: Int?) throws -> Settlement? {
        // An empty window costs almost nothing, a crowded one milliseconds: it grows until it contains a place, and
        // then shrinks, so that in mid-ocean it does not cover half a continent.
        var empty = 0.0
        var full = 20_000.0
        while try !isAnything(within: full, in: country) {
            guard full < (country == nil ? Self.halfCircumference : Self.farthestOfCountry) else { return nil }
            empty = full
            full *= 2
        }
        for _ in 0..<4 where full - empty > 10_000 {
            let middle = (empty + full) / 2
            if try isAnything(within: middle, in: country) { full = middle } else { empty = middle }
        }
        // A place in the window's corner may be farther away than one beyond its edge.
        guard let first = try nearest(within: full, in: country) else { return nil }
        guard first.distance > full else { return first.settlement }
        return try nearest(within: first.distance, in: country)?.settlement
    }

    private func nearest(
        within radius: Double, in country: Int?
    ) throws -> (distance: Double, settlement: Settlement)? {
        var best: (distance: Double, settlement: Settlement)?
        for window in windows(radius: radius) {
            // The boxes' centres are exact to a metre or two; for the best of them the exact distance is computed.
            try candidates(in: window, of: country, limit: 8) { settlement in
                let distance = settlement.extent.center.distance(to: position)
                if (distance, settlement.id) < (best?.distance ?? .infinity, best?.settlement.id ?? 0) {
                    best = (distance, settlement)
                }
            }
        }
        return best
    }

    private func isAnything(within radius: Double, in country: Int?) throws -> Bool {
        try windows(radius: radius).contains { window in
            let sql = "SELECT extent.id FROM \(Self.extents(of: country)) LIMIT 1"
            return try query.first(sql, window.arguments) { try $0.integer(0) } != nil
        }
    }

    /// The extents of a country, nil for all, in a window.
    private static func extents(of country: Int?) -> String {
        let join = country.map { "JOIN place AS own ON own.id = extent.id AND own.country = \($0) " } ?? ""
        return "extent \(join)WHERE north >= ? AND south <= ? AND east >= ? AND west <= ?"
    }

    /// The places whose boxes intersect a window, nearest first.
    private func candidates(
        in window: Window, of country: Int? = nil, limit: Int, _ body: (Settlement) -> Void
    ) throws {
        let sql = """
            SELECT place.id, latitude, longitude, population, place.country FROM (
                SELECT extent.id FROM \(Self.extents(of: country))
                ORDER BY sin(radians((south + north) / 2)) * ? + cos(radians((south + north) / 2)) * ?
                    * cos(radians((west + east) / 2 - ?)) DESC LIMIT ?
            ) AS near JOIN place ON place.id = near.id
            """
        let latitude = position.latitude.radians
        let arguments =
            window.arguments
            + [sin(latitude), cos(latitude), position.longitude].map(SQLiteValue.real) + [.integer(limit)]
        try query.each(sql, arguments) {
            let extent = Extent(center: try $0.coordinate(1), population: try $0.integer(3))
            body(Settlement(id: try $0.integer(0), extent: extent, country: try $0.integer(4)))
            return true
        }
    }
}

extension GazetteerNearest {
    /// A part of the map, in degrees.
    private struct Window {
        var latitudes: ClosedRange<Double>
        var longitudes: ClosedRange<Double>

        var arguments: [SQLiteValue] {
            [latitudes.lowerBound, latitudes.upperBound, longitudes.lowerBound, longitudes.upperBound].map(
                SQLiteValue.real)
        }
    }

    /// Windows that contain everything within `radius` metres: one as is, and others shifted by 360° for places beyond
    /// ±180°.
    private func windows(radius: Double) -> [Window] {
        let angle = radius / Coordinate.metresPerDegree
        let latitudes = (position.latitude - angle)...(position.latitude + angle)
        // A circle around a pole intersects all meridians.
        guard latitudes.lowerBound > -90, latitudes.upperBound < 90 else {
            return [Window(latitudes: latitudes, longitudes: -360...360)]
        }
        let width = asin(min(1, sin(angle.radians) / cos(position.latitude.radians))) * 180 / .pi
        // The boxes of places near ±180° extend beyond it.
        return [0, -360, 360].map { position.longitude + $0 }.filter { abs($0) - width <= 190 }.map {
            Window(latitudes: latitudes, longitudes: ($0 - width)...($0 + width))
        }
    }
}

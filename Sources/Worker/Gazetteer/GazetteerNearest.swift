import Glibc
import Weather

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

    /// Metres per degree on the sphere that `extent` uses.
    private static let metresPerDegree = Coordinate.earthRadius * .pi / 180
    private static let halfCircumference = 180 * metresPerDegree
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
    /// - Returns: nil when there is none, or none of the country within 1,000 km.
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
        let angle = radius / Self.metresPerDegree
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

extension Double {
    fileprivate var radians: Double { self * .pi / 180 }
}

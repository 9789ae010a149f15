import Glibc
import Weather

/// The settlement around or nearest to a position.
struct GazetteerNearest {
    let query: GazetteerQuery
    let position: Coordinate

    /// Metres per degree on the sphere that `extent` uses.
    private static let metresPerDegree = Coordinate.earthRadius * .pi / 180
    private static let halfCircumference = 180 * metresPerDegree

    /// nil when the gazetteer is empty.
    func place() throws -> (id: Int, extent: Extent)? {
        if let cities = query.cityExtents { return cities.place(at: position) }
        if let covering = try covering() { return covering }
        return try nearest()
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

    /// Of the places whose extent covers the position, the one whose centre is closest in radii.
    private func covering() throws -> (id: Int, extent: Extent)? {
        var best: (reach: Double, id: Int, extent: Extent)?
        for window in windows(radius: 0) {
            try candidates(in: window, limit: -1) { id, extent in
                let reach = extent.reach(to: position)
                if extent.covers(position), (reach, id) < (best?.reach ?? .infinity, best?.id ?? 0) {
                    best = (reach, id, extent)
                }
            }
        }
        return best.map { ($0.id, $0.extent) }
    }

    /// The place with the closest centre.
    private func nearest() throws -> (id: Int, extent: Extent)? {
        // An empty window costs almost nothing, a crowded one milliseconds: it grows until it contains a place, and
        // then shrinks, so that in mid-ocean it does not cover half a continent.
        var empty = 0.0
        var full = 20_000.0
        while try !isAnything(within: full) {
            guard full < Self.halfCircumference else { return nil }
            empty = full
            full *= 2
        }
        for _ in 0..<4 where full - empty > 10_000 {
            let middle = (empty + full) / 2
            if try isAnything(within: middle) { full = middle } else { empty = middle }
        }
        // A place in the window's corner may be farther away than one beyond its edge.
        guard let first = try nearest(within: full) else { return nil }
        guard first.distance > full else { return (first.id, first.extent) }
        return try nearest(within: first.distance).map { ($0.id, $0.extent) }
    }

    private func nearest(within radius: Double) throws -> (distance: Double, id: Int, extent: Extent)? {
        var best: (distance: Double, id: Int, extent: Extent)?
        for window in windows(radius: radius) {
            // The boxes' centres are exact to a metre or two; for the best of them the exact distance is computed.
            try candidates(in: window, limit: 8) { id, extent in
                let distance = extent.center.distance(to: position)
                if (distance, id) < (best?.distance ?? .infinity, best?.id ?? 0) { best = (distance, id, extent) }
            }
        }
        return best
    }

    private func isAnything(within radius: Double) throws -> Bool {
        try windows(radius: radius).contains { window in
            let sql = "SELECT id FROM extent WHERE north >= ? AND south <= ? AND east >= ? AND west <= ? LIMIT 1"
            return try query.first(sql, window.arguments) { try $0.integer(0) } != nil
        }
    }

    /// The places whose boxes intersect a window, nearest first.
    private func candidates(in window: Window, limit: Int, _ body: (Int, Extent) -> Void) throws {
        let sql = """
            SELECT place.id, latitude, longitude, population FROM (
                SELECT id FROM extent WHERE north >= ? AND south <= ? AND east >= ? AND west <= ?
                ORDER BY sin(radians((south + north) / 2)) * ? + cos(radians((south + north) / 2)) * ?
                    * cos(radians((west + east) / 2 - ?)) DESC LIMIT ?
            ) AS near JOIN place ON place.id = near.id
            """
        let latitude = position.latitude.radians
        let arguments =
            window.arguments
            + [sin(latitude), cos(latitude), position.longitude].map(SQLiteValue.real) + [.integer(limit)]
        try query.each(sql, arguments) {
            body(try $0.integer(0), Extent(center: try $0.coordinate(1), population: try $0.integer(3)))
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

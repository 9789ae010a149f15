import HTTP
import Weather

/// The area of a geometry in GeoJSON (RFC 7946).
struct GeoJSONArea {
    /// Of each polygon, the outline and then its holes.
    let polygons: [[Ring]]
    /// Whether there is another polygon that could not be read.
    let isDamaged: Bool

    /// More points than any zone has.
    private static let mostPoints = 100_000

    /// nil for anything but a polygon or several.
    init?(_ geometry: JSONValue) {
        let polygons: [JSONValue]
        switch geometry["type"].text {
        case "Polygon": polygons = [geometry["coordinates"]]
        case "MultiPolygon": polygons = geometry["coordinates"].elements
        default: return nil
        }
        var points = 0
        var read: [[Ring]] = []
        var isDamaged = false
        for polygon in polygons {
            var rings: [Ring] = []
            for line in polygon.elements {
                points += line.elements.count
                guard points <= Self.mostPoints else { return nil }
                let positions = line.elements.compactMap { position -> Coordinate? in
                    guard let longitude = position[0].number, let latitude = position[1].number else { return nil }
                    return Coordinate(latitude: latitude, longitude: longitude)
                }
                // Without its outline, a polygon's holes mean nothing. Single invalid positions are left out.
                let missing = line.elements.count - positions.count
                guard missing * 10 <= positions.count, let ring = Ring(positions) else {
                    if rings.isEmpty { break }
                    continue
                }
                rings.append(ring)
            }
            if rings.isEmpty { isDamaged = true } else { read.append(rings) }
        }
        guard !read.isEmpty else { return nil }
        (self.polygons, self.isDamaged) = (read, isDamaged)
    }

    /// nil when the place is in none of the polygons, and one could not be read.
    func contains(_ place: Coordinate) -> Bool? {
        let isInside = polygons.contains { rings in
            rings.enumerated().allSatisfy { number, ring in ring.contains(place) == (number == 0) }
        }
        return isInside ? true : isDamaged ? nil : false
    }

    /// How far outside a listed area the place may be, m: shapes are simplified, and positions rounded.
    private static let tolerance = 10_000.0

    /// Whether the place is near one of the outlines.
    func isNear(_ place: Coordinate) -> Bool {
        polygons.contains { rings in
            guard let points = rings.first?.points, let last = points.last else { return false }
            return zip([last] + points, points).contains { place.distance(toEdge: $0, $1) <= Self.tolerance }
        }
    }

    var outlines: [AlertArea] { polygons.map { rings in .polygon(rings.map(\.points)) } }
}

extension Coordinate {
    /// Latitude and longitude as in a URL: at most four decimals, no trailing zeros, no exponent.
    var queryDegrees: (latitude: String, longitude: String) {
        (Self.queryDegrees(latitude), Self.queryDegrees(longitude))
    }

    /// The corner of a box around the position, as `queryDegrees`; not beyond the poles and the 180th meridian.
    func queryDegrees(offset: Double) -> (latitude: String, longitude: String) {
        (
            Self.queryDegrees(min(max(latitude + offset, -90), 90)),
            Self.queryDegrees(min(max(longitude + offset, -180), 180))
        )
    }

    /// The same for one coordinate.
    static func queryDegrees(_ value: Double) -> String {
        // 180 degrees in ten-thousandths fit into any integer.
        let count = Int((value * 10_000).rounded())
        let (whole, rest) = abs(count).quotientAndRemainder(dividingBy: 10_000)
        let sign = count < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        var digits = String("\(10_000 + rest)".dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}

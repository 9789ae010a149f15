import CAP
import HTTP
import Weather

/// The area of a geometry in GeoJSON (RFC 7946).
struct GeoJSONArea {
    /// Of each polygon, the outline and then its holes.
    let polygons: [[Ring]]

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
        for polygon in polygons {
            var rings: [Ring] = []
            for line in polygon.elements {
                points += line.elements.count
                guard points <= Self.mostPoints else { return nil }
                let positions = line.elements.compactMap { position -> Coordinate? in
                    guard let longitude = position[0].number, let latitude = position[1].number else { return nil }
                    return Coordinate(latitude: latitude, longitude: longitude)
                }
                // Without its outline, a polygon's holes mean nothing.
                guard let ring = Ring(positions) else {
                    if rings.isEmpty { break }
                    continue
                }
                rings.append(ring)
            }
            if !rings.isEmpty { read.append(rings) }
        }
        guard !read.isEmpty else { return nil }
        self.polygons = read
    }

    func contains(_ place: Coordinate) -> Bool {
        polygons.contains { rings in
            rings.enumerated().allSatisfy { number, ring in ring.contains(place) == (number == 0) }
        }
    }

    var outlines: [AlertArea] { polygons.map { rings in .polygon(rings.map(\.points)) } }
}

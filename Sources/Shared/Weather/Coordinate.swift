import Glibc

/// A position on Earth in WGS 84 degrees.
public struct Coordinate: Sendable, Hashable, Codable {
    /// -90 (south) to 90 (north).
    public let latitude: Double
    /// -180 (west) to 180 (east).
    public let longitude: Double

    /// nil when a value is out of range or not a number.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        // A negative zero would be another key for the same place, and would print as "-0".
        self.latitude = latitude == 0 ? 0 : latitude
        self.longitude = longitude == 0 ? 0 : longitude
    }

    /// Rounded to four decimals, about 11 m: finer than any forecast, and the most that MET Norway accepts.
    public var rounded: Coordinate {
        Coordinate(
            latitude: (latitude * 10_000).rounded() / 10_000, longitude: (longitude * 10_000).rounded() / 10_000)
            ?? self
    }

    /// Rounded to two decimals, at most 0.8 km away: precise enough for a forecast, and too coarse to identify a house.
    public var coarse: Coordinate {
        Coordinate(latitude: (latitude * 100).rounded() / 100, longitude: (longitude * 100).rounded() / 100) ?? self
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let latitude = try container.decode(Double.self, forKey: .latitude)
        let longitude = try container.decode(Double.self, forKey: .longitude)
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            throw DecodingError.dataCorruptedError(
                forKey: .latitude, in: container, debugDescription: "position out of range")
        }
        self = coordinate
    }
}

extension Coordinate {
    /// The Earth's mean radius (IUGG), m.
    public static let earthRadius = 6_371_008.8
    /// Between any two positions, m.
    public static let distances = 0...20_100_000.0
    /// The length of a degree of latitude.
    package static let metresPerDegree = earthRadius * .pi / 180

    /// Great-circle distance in metres by the haversine formula, which is accurate for short distances too (R. W.
    /// Sinnott, Virtues of the Haversine, 1984). A spherical Earth causes errors of up to half a percent.
    public func distance(to other: Coordinate) -> Double {
        let (latitude, otherLatitude) = (latitude.radians, other.latitude.radians)
        let north = sin((otherLatitude - latitude) / 2)
        let east = sin((other.longitude - longitude).radians / 2)
        let haversine = north * north + cos(latitude) * cos(otherLatitude) * east * east
        return 2 * Self.earthRadius * asin(min(1, haversine.squareRoot()))
    }

    /// The initial bearing to another position, degrees clockwise from north, in [0, 360).
    public func bearing(to other: Coordinate) -> Double {
        let (latitude, otherLatitude) = (latitude.radians, other.latitude.radians)
        let longitudes = (other.longitude - longitude).radians
        let east = sin(longitudes) * cos(otherLatitude)
        let north = cos(latitude) * sin(otherLatitude) - sin(latitude) * cos(otherLatitude) * cos(longitudes)
        let degrees = atan2(east, north) * 180 / .pi
        // A tiny negative angle would round to 360.
        return degrees < 0 ? (degrees + 360).truncatingRemainder(dividingBy: 360) : degrees
    }

    /// How far all positions within a distance in metres are north or south, and east or west, degrees.
    public func degrees(within distance: Double) -> (north: Double, east: Double) {
        let north = distance / Self.metresPerDegree
        let narrowest = min(90, latitude.magnitude + north)
        // Near a pole, all meridians are near.
        return (north, narrowest < 89 ? north / cos(narrowest.radians) : 180)
    }

    /// Whether this position is nearer to a place than the other; of two at the same distance, whether it is further south,
    /// or else further west.
    package func precedes(_ other: Coordinate, near place: Coordinate?) -> Bool {
        let distances = place.map { (distance(to: $0), other.distance(to: $0)) } ?? (0, 0)
        if distances.0 != distances.1 { return distances.0 < distances.1 }
        return (latitude, longitude) < (other.latitude, other.longitude)
    }

    /// The position at a distance in metres along the great circle that starts with a bearing in degrees.
    public func position(at distance: Double, towards bearing: Double) -> Coordinate {
        let (latitude, bearing, angle) = (latitude.radians, bearing.radians, distance / Self.earthRadius)
        let north = sin(latitude) * cos(angle) + cos(latitude) * sin(angle) * cos(bearing)
        let east = atan2(
            sin(bearing) * sin(angle) * cos(latitude), cos(angle) - sin(latitude) * north)
        let turned = (longitude + east * 180 / .pi).remainder(dividingBy: 360)
        return Coordinate(latitude: asin(max(-1, min(1, north))) * 180 / .pi, longitude: turned) ?? self
    }
}

extension Double {
    package var radians: Double { self * .pi / 180 }
}

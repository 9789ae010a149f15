import Glibc

extension Coordinate {
    /// The Earth's mean radius (IUGG), m.
    private static let earthRadius = 6_371_008.8

    /// Metres to another position along the great circle, by the haversine formula, which is exact for near ones too
    /// (R. W. Sinnott, Virtues of the Haversine, 1984). The Earth taken for a sphere costs up to half a percent.
    public func distance(to other: Coordinate) -> Double {
        let (latitude, otherLatitude) = (latitude.radians, other.latitude.radians)
        let north = sin((otherLatitude - latitude) / 2)
        let east = sin((other.longitude - longitude).radians / 2)
        let haversine = north * north + cos(latitude) * cos(otherLatitude) * east * east
        return 2 * Self.earthRadius * asin(min(1, haversine.squareRoot()))
    }

    /// The direction in which the way to another position begins, degrees clockwise from north, 0 up to 360.
    public func bearing(to other: Coordinate) -> Double {
        let (latitude, otherLatitude) = (latitude.radians, other.latitude.radians)
        let longitudes = (other.longitude - longitude).radians
        let east = sin(longitudes) * cos(otherLatitude)
        let north = cos(latitude) * sin(otherLatitude) - sin(latitude) * cos(otherLatitude) * cos(longitudes)
        let degrees = atan2(east, north) * 180 / .pi
        // A hair to the left of north would round to 360.
        return degrees < 0 ? (degrees + 360).truncatingRemainder(dividingBy: 360) : degrees
    }
}

extension Double {
    fileprivate var radians: Double { self * .pi / 180 }
}

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

    private enum CodingKeys: CodingKey {
        case latitude, longitude
    }
}

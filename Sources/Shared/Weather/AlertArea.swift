/// A part of the area of a warning, for maps.
public enum AlertArea: Sendable, Hashable {
    /// Rings of points without a repeated last one: the first is the outline, others are holes. Edges are straight in
    /// degrees, and the shorter way around the Earth.
    case polygon([[Coordinate]])
    /// The radius is in metres.
    case circle(centre: Coordinate, radius: Double)

    /// Of a polygon's rings; 1 for a circle.
    public var pointCount: Int {
        switch self {
        case .polygon(let rings): rings.reduce(0) { $0 + $1.count }
        case .circle: 1
        }
    }
}

extension AlertArea: Codable {
    private enum CodingKeys: CodingKey {
        case polygon, circle
    }

    /// Rings are lists of latitude, longitude, latitude, longitude…; a circle is latitude, longitude and radius.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let numbers = try container.decodeIfPresent([Double].self, forKey: .circle) {
            guard numbers.count == 3, let centre = Coordinate(latitude: numbers[0], longitude: numbers[1]),
                Self.radii.contains(numbers[2])
            else {
                throw DecodingError.dataCorruptedError(forKey: .circle, in: container, debugDescription: "no circle")
            }
            self = .circle(centre: centre, radius: numbers[2])
            return
        }
        self = .polygon(
            try container.decode([[Double]].self, forKey: .polygon).map { numbers in
                try stride(from: 0, to: numbers.count - 1, by: 2).map { index in
                    guard let point = Coordinate(latitude: numbers[index], longitude: numbers[index + 1]) else {
                        throw DecodingError.dataCorruptedError(
                            forKey: .polygon, in: container, debugDescription: "position out of range")
                    }
                    return point
                }
            })
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .polygon(let rings):
            try container.encode(rings.map { $0.flatMap { [$0.latitude, $0.longitude] } }, forKey: .polygon)
        case .circle(let centre, let radius):
            try container.encode([centre.latitude, centre.longitude, radius], forKey: .circle)
        }
    }

    /// Metres, up to half of the Earth's circumference.
    public static let radii = 0...20_100_000.0
}

/// Where on Earth a position is, by the settlement that it lies in or near.
public struct Locality: Sendable, Hashable, Codable {
    /// The settlement's name, in the user's language where the gazetteer knows it.
    public var name: String
    /// The first-order division, such as a state or a province, as the gazetteer has it; nil where there is none.
    public var region: String?
    /// In the user's language where the gazetteer knows it; nil when not known.
    public var country: String?
    /// ISO 3166-1 alpha-2: `UY`; nil when not known.
    public var countryCode: String?
    /// As tzdata names it: `America/Montevideo`; nil when not known.
    public var timeZone: String?
    /// How the position lies from the settlement; nil when it lies in it.
    public var offset: Offset?
    /// The language that a position's name was asked for in, as in config.toml; nil for a place that was searched.
    public var language: String?

    public init(
        name: String, region: String? = nil, country: String? = nil, countryCode: String? = nil,
        timeZone: String? = nil,
        offset: Offset? = nil, language: String? = nil
    ) {
        self.name = name
        self.region = region
        self.country = country
        self.countryCode = countryCode
        self.timeZone = timeZone
        self.offset = offset
        self.language = language
    }

    /// The way from one position to another.
    public struct Offset: Sendable, Hashable, Codable {
        /// Metres along the great circle.
        public var distance: Double
        /// Degrees clockwise from north, 0 to 360, at the position that the way begins at.
        public var bearing: Double

        public init(distance: Double, bearing: Double) {
            self.distance = distance
            self.bearing = bearing
        }

        /// Half the way round the Earth, rounded up.
        private static let longest = 20_100_000.0

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            distance = try container.decode(Double.self, forKey: .distance)
            bearing = try container.decode(Double.self, forKey: .bearing)
            guard (0...Self.longest).contains(distance), (0...360).contains(bearing) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .distance, in: container, debugDescription: "no way on Earth")
            }
        }

        private enum CodingKeys: CodingKey {
            case distance, bearing
        }
    }
}

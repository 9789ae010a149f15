/// Where on Earth a position is, by the settlement that it lies in or near.
public struct Locality: Sendable, Hashable, Codable {
    /// The settlement's name, in the user's language where the gazetteer knows it.
    public var name: String
    /// The first-order division, such as a state or a province, as the gazetteer has it; nil where there is none.
    public var region: String?
    /// ISO 3166-1 alpha-2: `UY`; nil when not known.
    public var countryCode: String?
    /// As tzdata names it: `America/Montevideo`; nil when not known.
    public var timeZone: String?
    /// How the position lies from the settlement; nil when it lies in it.
    public var offset: Offset?

    public init(
        name: String, region: String? = nil, countryCode: String? = nil, timeZone: String? = nil, offset: Offset? = nil
    ) {
        self.name = name
        self.region = region
        self.countryCode = countryCode
        self.timeZone = timeZone
        self.offset = offset
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
    }
}

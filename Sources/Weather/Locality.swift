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
    /// The language that the names were asked for in, as in config.toml; nil for a place that an online search has found.
    public var language: String?
    /// The names in other languages; nil when they are not known.
    public var translations: Translations?

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

    /// What the settlement, its region and its country are called, by the codes of `LanguageCodes`. English has the names that
    /// stand in for missing ones.
    public struct Translations: Sendable, Hashable, Codable {
        public var names: [String: String]
        public var regions: [String: String]
        public var countries: [String: String]

        public init(names: [String: String] = [:], regions: [String: String] = [:], countries: [String: String] = [:]) {
            self.names = names
            self.regions = regions
            self.countries = countries
        }
    }

    /// The same in a reader's language, as far as its names are known.
    ///
    /// - Parameter locale: as in `LANG` or of BCP 47.
    public func translated(to locale: String) -> Locality {
        guard let translations else { return self }
        let codes = LanguageCodes.codes(of: locale) + [LanguageCodes.english]
        func text(_ names: [String: String]) -> String? { codes.lazy.compactMap { names[$0] }.first }
        var locality = self
        locality.name = text(translations.names) ?? name
        locality.region = text(translations.regions) ?? region
        locality.country = text(translations.countries) ?? country
        locality.language = locale
        return locality
    }

    /// All that the settlement is known to be called.
    var everyName: [String] { [name] + (translations.map { Array($0.names.values) } ?? []) }

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

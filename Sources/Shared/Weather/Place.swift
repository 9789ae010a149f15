/// A place with its names.
public struct Place: Sendable, Hashable, Codable {
    /// As given by the user; nil for none.
    public var name: String?
    public var coordinate: Coordinate
    /// The result of reverse geocoding; nil before the lookup, and without a result.
    public var locality: Locality?

    public init(name: String? = nil, coordinate: Coordinate, locality: Locality? = nil) {
        self.name = name
        self.coordinate = coordinate
        self.locality = locality
    }

    /// The longest name, Unicode scalars: longer than a request can be.
    public static let longestName = 1024

    /// Truncates a name that is longer.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decodeIfPresent(String.self, forKey: .name).map {
            decoder.bounded($0, to: Self.longestName, "characters of a name")
        }
        coordinate = try container.decode(Coordinate.self, forKey: .coordinate)
        locality = try container.decodeIfPresent(Locality.self, forKey: .locality)
    }
}

extension Place {
    /// The user's name for the place, or else the gazetteer's; nil without either. Outside of a settlement, the
    /// settlement's name does not count.
    public var calledName: String? {
        name ?? (locality?.offset == nil ? locality?.name : nil)
    }

    /// Whether a name matches in any language, ignoring case: `paris`, or with region or country, `Paris, Texas`.
    public func isCalled(_ other: String) -> Bool {
        let other = other.lowercased()
        if let name { return other == name.lowercased() }
        guard let locality, locality.offset == nil else { return false }
        let names = locality.everyName.map { $0.lowercased() }
        if names.contains(other) { return true }
        let parts = other.split(omittingEmptySubsequences: false) { ",、，".contains($0) }
        guard let asked = parts.first, names.contains(String(asked)) else { return false }
        let areas = [locality.region, locality.country].compactMap { $0?.lowercased() }
        return parts.dropFirst().allSatisfy { part in areas.contains(String(part.drop { $0 == " " })) }
    }

    /// Translated into a language. A name given by the user stays.
    public func translated(to locale: String) -> Place {
        Place(name: name, coordinate: coordinate, locality: locality?.translated(to: locale))
    }
}

/// The settlement that a position is in or near.
public struct Locality: Sendable, Hashable, Codable {
    /// The settlement's name, in the user's language if available.
    public var name: String
    /// The first-order division, such as a state or a province; nil for none.
    public var region: String?
    /// In the user's language if available; nil when unknown.
    public var country: String?
    /// ISO 3166-1 alpha-2: `UY`; nil when unknown.
    public var countryCode: String?
    /// As in tzdata: `America/Montevideo`; nil when unknown.
    public var timeZone: String?
    /// The position's offset from the settlement; nil inside of it.
    public var offset: Offset?
    /// The requested language of the names, as in config.toml; nil for a result of an online search.
    public var language: String?
    /// The names in other languages; nil when unknown.
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

    /// The longest name, Unicode scalars; GeoNames contains names with 200.
    public static let longestName = 400
    /// The longest name of a time zone, and of a language.
    public static let longestTimeZone = 200
    public static let longestLanguage = 100

    /// Truncates longer names.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys, to limit: Int = Locality.longestName) throws -> String? {
            try container.decodeIfPresent(String.self, forKey: key).map { decoder.bounded($0, to: limit) }
        }
        name = decoder.bounded(try container.decode(String.self, forKey: .name), to: Self.longestName)
        region = try text(.region)
        country = try text(.country)
        countryCode = try text(.countryCode, to: 10)
        timeZone = try text(.timeZone, to: Self.longestTimeZone)
        offset = try container.decodeIfPresent(Offset.self, forKey: .offset)
        language = try text(.language, to: Self.longestLanguage)
        translations = try container.decodeIfPresent(Translations.self, forKey: .translations)
    }

    /// The names of settlement, region and country, by the codes of `LanguageCodes`. Missing names fall back to
    /// English.
    public struct Translations: Sendable, Hashable, Codable {
        public var names: [String: String]
        public var regions: [String: String]
        public var countries: [String: String]

        public init(names: [String: String] = [:], regions: [String: String] = [:], countries: [String: String] = [:]) {
            self.names = names
            self.regions = regions
            self.countries = countries
        }

        /// More languages than weatherd speaks.
        public static let mostLanguages = 100
        /// The longest code of a language.
        public static let longestCode = 20

        /// Truncates longer names, and leaves out further languages.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            func names(_ key: CodingKeys) throws -> [String: String] {
                let all = try container.decode([String: String].self, forKey: key)
                let named = all.filter { $0.key.utf8.count <= Self.longestCode }.sorted { $0.key < $1.key }
                return Dictionary(
                    uniqueKeysWithValues: named.prefix(Self.mostLanguages).map { code, name in
                        (code, decoder.bounded(name, to: Locality.longestName))
                    })
            }
            self.init(names: try names(.names), regions: try names(.regions), countries: try names(.countries))
        }
    }

    /// Translated into a language, as far as names are known.
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

    /// All known names of the settlement.
    var everyName: [String] { [name] + (translations.map { Array($0.names.values) } ?? []) }

    /// Distance and bearing from one position to another.
    public struct Offset: Sendable, Hashable, Codable {
        /// Metres along the great circle.
        public var distance: Double
        /// Initial bearing, degrees clockwise from north, 0 to 360.
        public var bearing: Double

        public init(distance: Double, bearing: Double) {
            self.distance = distance
            self.bearing = bearing
        }

        /// Half the Earth's circumference, rounded up.
        private static let longest = 20_100_000.0

        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            distance = try container.decode(Double.self, forKey: .distance)
            bearing = try container.decode(Double.self, forKey: .bearing)
            guard (0...Self.longest).contains(distance), (0...360).contains(bearing) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .distance, in: container, debugDescription: "distance out of range")
            }
        }
    }
}

/// Why the favourites were not changed.
public enum FavouritesError: Error, Sendable, Hashable {
    /// Another favourite has this name.
    case nameTaken(Place)
    /// The position is already a favourite.
    case alreadyThere(Place)
    /// No favourite matches; the current place may.
    case notAFavourite(String)
    /// Several favourites match.
    case ambiguous(String, [Place])
    /// The list of favourites has no such position.
    case noSuchPosition(Int, count: Int)
    /// The limit is reached.
    case full(limit: Int)
}

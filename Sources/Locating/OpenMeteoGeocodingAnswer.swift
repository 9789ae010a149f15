import Weather

/// An answer of Open-Meteo's geocoding. When nothing is called so, there is no list in it at all.
struct OpenMeteoGeocodingAnswer: Decodable {
    var results: [Result]
    /// Why there is none; nil when it is no error.
    var reason: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        results =
            try container.decodeIfPresent([ReadableElement<Result>].self, forKey: .results)?.compactMap(\.content) ?? []
        reason = try? container.decode(String.self, forKey: .reason)
    }

    private enum CodingKeys: CodingKey {
        case results, reason
    }

    struct Result: Decodable {
        var name: String
        var latitude: Double
        var longitude: Double
        var countryCode: String?
        var country: String?
        var region: String?
        var timeZone: String?
        /// Left out, not 0, when it is not known.
        var population: Int?

        private enum CodingKeys: String, CodingKey {
            case name, latitude, longitude, country, population
            case countryCode = "country_code"
            case region = "admin1"
            case timeZone = "timezone"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            latitude = try container.decode(Double.self, forKey: .latitude)
            longitude = try container.decode(Double.self, forKey: .longitude)
            func text(_ key: CodingKeys) -> String? {
                (try? container.decode(String.self, forKey: key)).flatMap { $0.isEmpty ? nil : $0 }
            }
            countryCode = text(.countryCode)
            country = text(.country)
            region = text(.region)
            timeZone = text(.timeZone)
            population = (try? container.decode(Int.self, forKey: .population)).flatMap { $0 > 0 ? $0 : nil }
        }

        /// nil when its position is none.
        var city: City? {
            guard let coordinate = Coordinate(latitude: latitude, longitude: longitude), !name.isEmpty else {
                return nil
            }
            return City(
                coordinate: coordinate,
                locality: Locality(
                    name: name, region: region, country: country, countryCode: countryCode, timeZone: timeZone),
                population: population)
        }

        /// Its region and its country.
        var surroundings: [String] { [region, country, countryCode].compactMap(\.self) }
    }
}

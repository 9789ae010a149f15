import HTTP
import Weather
import WorkerProtocol

/// An answer of Open-Meteo's geocoding. Without results it has no list.
struct OpenMeteoGeocodingAnswer {
    var results: [Result]
    /// The service's error message; nil for a success.
    var reason: String?

    /// nil for an invalid answer.
    init?(_ json: JSONValue) {
        guard case .object = json else { return nil }
        switch json["results"] {
        case .array(let elements): results = elements.compactMap(Result.init)
        case .null: results = []
        default: return nil
        }
        reason = json["reason"].text
    }

    struct Result {
        var name: String
        var latitude: Double
        var longitude: Double
        var countryCode: String?
        var country: String?
        var region: String?
        var timeZone: String?
        /// Omitted, not 0, when unknown.
        var population: Int?
        /// Empty when unknown.
        var postalCodes: [String]

        /// nil without a name or a position.
        init?(_ json: JSONValue) {
            guard let name = json["name"].name, let latitude = json["latitude"].number,
                let longitude = json["longitude"].number
            else { return nil }
            (self.name, self.latitude, self.longitude) = (name, latitude, longitude)
            countryCode = json["country_code"].name
            country = json["country"].name
            region = json["admin1"].name
            timeZone = json["timezone"].name
            population = json["population"].integer.flatMap { $0 > 0 ? $0 : nil }
            postalCodes = json["postcodes"].elements.compactMap(\.name)
        }

        /// The city that a query has found; nil for an invalid position.
        func city(foundBy query: SearchQuery) -> City? {
            guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else { return nil }
            var city = City(
                coordinate: coordinate,
                locality: Locality(
                    name: name, region: region, country: country, countryCode: countryCode, timeZone: timeZone),
                population: population)
            if query.isPostalCode, let code = postalCodes.first(where: query.isPostalCode) { city.matchedName = code }
            return city
        }

        var surroundings: [String] { [region, country, countryCode].compactMap(\.self) }
    }
}

import HTTP
import Searching
import Weather

/// An answer of Open-Meteo's geocoding. When nothing is called so, there is no list in it at all.
struct OpenMeteoGeocodingAnswer {
    var results: [Result]
    /// Why there is none; nil when it is no error.
    var reason: String?

    /// nil when it is none.
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
        /// Left out, not 0, when it is not known.
        var population: Int?
        /// Empty where the service knows none.
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

        /// The city that a query has found; nil when its position is none.
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

        /// Its region and its country.
        var surroundings: [String] { [region, country, countryCode].compactMap(\.self) }
    }
}

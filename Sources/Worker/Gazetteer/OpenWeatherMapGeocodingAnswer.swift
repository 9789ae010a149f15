import HTTP
import Weather

/// An answer of OpenWeatherMap's geocoding: a list, or an object with an error.
struct OpenWeatherMapGeocodingAnswer {
    /// nil when the answer is an error.
    var results: [Result]?
    /// The service's error message up to its first full stop; nil for none.
    var message: String?
    /// Like an HTTP status; nil when not given.
    var code: Int?

    /// nil for an invalid answer.
    init?(_ json: JSONValue) {
        switch json {
        case .array(let elements): results = elements.compactMap(Result.init)
        case .object:
            let words = json["message"].text
            message = words.map { String($0[..<($0.firstRange(of: ". ")?.lowerBound ?? $0.endIndex)]) }?.asReason
            // A number in some answers, a string in others.
            code = json["cod"].integer
        default: return nil
        }
    }

    struct Result {
        private var name: String
        /// By language code; some keys are not codes.
        private var localNames: [String: String]
        private var latitude: Double
        private var longitude: Double
        /// ISO 3166-1 alpha-2.
        private(set) var countryCode: String?
        private var region: String?

        /// nil without a name or a position.
        init?(_ json: JSONValue) {
            guard let name = json["name"].name, let latitude = json["lat"].number, let longitude = json["lon"].number
            else { return nil }
            (self.name, self.latitude, self.longitude) = (name, latitude, longitude)
            localNames = json["local_names"].members.compactMapValues(\.name)
            countryCode = json["country"].name
            region = json["state"].name
        }

        /// nil for an invalid position.
        ///
        /// - Parameter country: the name of its country in that language; nil when unknown.
        func city(in language: String, country: String?) -> City? {
            // The service's codes have no region: pt_BR is pt.
            let code = String(language.prefix { !"_-".contains($0) })
            let local = localNames[code] ?? name
            guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else { return nil }
            return City(
                coordinate: coordinate,
                locality: Locality(
                    name: local, region: region, country: country, countryCode: countryCode))
        }

        /// Region and country, the latter as code and as name.
        func surroundings(country: String?) -> [String] { [region, countryCode, country].compactMap(\.self) }
    }
}

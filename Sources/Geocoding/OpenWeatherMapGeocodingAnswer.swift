import Foundation
import HTTP
import Weather

/// An answer of OpenWeatherMap's geocoding: a list, empty when nothing is found, or an object that says what is wrong.
struct OpenWeatherMapGeocodingAnswer {
    /// nil when the answer is an error.
    var results: [Result]?
    /// What is wrong, in the service's words up to their first full stop; nil when it says nothing.
    var message: String?
    /// Like an HTTP status; nil when not given.
    var code: Int?

    /// nil when it is none.
    init?(_ json: JSONValue) {
        switch json {
        case .array(let elements): results = elements.compactMap(Result.init)
        case .object:
            let words = json["message"].text
            message = words.map { String($0[..<($0.firstRange(of: ". ")?.lowerBound ?? $0.endIndex)]) }?.asReason
            // A number in some answers, a text in others.
            code = json["cod"].integer
        default: return nil
        }
    }

    struct Result {
        private var name: String
        /// By the languages' codes; some names under words that are none.
        private var localNames: [String: String]
        private var latitude: Double
        private var longitude: Double
        /// ISO 3166-1 alpha-2.
        private var countryCode: String?
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

        /// nil when its position is none.
        func city(in language: String) -> City? {
            // The codes have no country: pt_BR is pt.
            let code = String(language.prefix { !"_-".contains($0) })
            let local = localNames[code] ?? name
            guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else { return nil }
            return City(
                coordinate: coordinate,
                locality: Locality(
                    name: local, region: region, country: country(in: language), countryCode: countryCode))
        }

        /// Its region and its country, in English.
        var surroundings: [String] { [region, countryCode, country(in: "en")].compactMap(\.self) }

        /// The service has the country's code alone; its name is that of the Unicode CLDR, or nil where that is not at hand.
        private func country(in language: String) -> String? {
            countryCode.flatMap { Locale(identifier: language).localizedString(forRegionCode: $0) }
        }
    }
}

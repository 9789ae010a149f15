import Foundation
import HTTP
import Weather

/// An answer of OpenWeatherMap's geocoding: a list, empty when nothing is found, or an object that says what is wrong.
struct OpenWeatherMapGeocodingAnswer: Decodable {
    /// nil when the answer is an error.
    var results: [Result]?
    /// What is wrong, in the service's words up to their first full stop; nil when it says nothing.
    var message: String?
    /// Like an HTTP status; nil when not given.
    var code: Int?

    init(from decoder: any Decoder) throws {
        if let list = try? decoder.singleValueContainer().decode([ReadableElement<Result>].self) {
            results = list.compactMap(\.content)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let words = try? container.decode(String.self, forKey: .message)
        message = words.map { String($0[..<($0.firstRange(of: ". ")?.lowerBound ?? $0.endIndex)]) }?.asReason
        // A number in some answers, a text in others.
        code =
            (try? container.decode(Int.self, forKey: .cod))
            ?? (try? container.decode(String.self, forKey: .cod)).flatMap { Int($0) }
    }

    private enum CodingKeys: CodingKey {
        case message, cod
    }

    struct Result: Decodable {
        private var name: String
        /// By the languages' codes; some names under words that are none.
        private var localNames: [String: String]
        private var latitude: Double
        private var longitude: Double
        /// ISO 3166-1 alpha-2.
        private var countryCode: String?
        private var region: String?

        private enum CodingKeys: String, CodingKey {
            case name, lat, lon, country, state
            case localNames = "local_names"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            func text(_ key: CodingKeys) -> String? {
                (try? container.decode(String.self, forKey: key)).flatMap { $0.isEmpty ? nil : $0 }
            }
            name = try container.decode(String.self, forKey: .name)
            latitude = try container.decode(Double.self, forKey: .lat)
            longitude = try container.decode(Double.self, forKey: .lon)
            localNames = (try? container.decode([String: String].self, forKey: .localNames)) ?? [:]
            countryCode = text(.country)
            region = text(.state)
        }

        /// nil when its position or its name is none.
        func city(in language: String) -> City? {
            // The codes have no country: pt_BR is pt.
            let code = String(language.prefix { !"_-".contains($0) })
            let local = localNames[code].flatMap { $0.isEmpty ? nil : $0 } ?? name
            guard let coordinate = Coordinate(latitude: latitude, longitude: longitude), !local.isEmpty else {
                return nil
            }
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

public import Weather

/// The result of a query for one city.
///
/// "paris" finds Paris without asking, although there are thirty; "springfield" is ambiguous.
public enum CityResolution: Sendable, Hashable {
    case one(City)
    /// Cities with this name, best first; at least two.
    case several([City])
    /// No exact match; these are similar, best first.
    case near([City])
    case none

    /// How many times larger than the next city of the same name a city must be to be selected.
    fileprivate static let lead = 5.0

    /// Selects a city when its name matches exactly and it is at least five times as large as any other of that name,
    /// or when it is the only result and its name starts with the query.
    ///
    /// - Parameters:
    ///   - cities: the search results, best first.
    ///   - query: as interpreted by the search.
    public init(of cities: [City], for query: SearchQuery) {
        let exact = City.withoutOwnAirports(City.exact(cities, for: query))
        if cities.isEmpty {
            self = .none
        } else if cities.count == 1, query.isPostalCode || cities[0].begins(with: query) {
            self = .one(cities[0])
        } else if let largest = exact.max(by: { $0.weight < $1.weight }) {
            let rivals = exact.filter { $0 != largest && $0.weight * Self.lead >= largest.weight }
            self = rivals.isEmpty ? .one(largest) : .several(exact)
        } else {
            self = .near(cities)
        }
    }

    /// Selects the only city with exactly this name, however large the others are: for a code that several countries have.
    package static func unambiguous(_ cities: [City], for query: SearchQuery) -> CityResolution {
        let exact = City.exact(cities, for: query)
        let countries = Set(exact.map(\.locality.countryCode))
        return countries.count > 1 ? .several(exact) : CityResolution(of: cities, for: query)
    }

    /// The city, when it is one.
    package var only: City? { if case .one(let city) = self { city } else { nil } }

    /// This result, marked as found by a misspelled query.
    public func corrected(to correction: SearchQuery) -> CityResolution {
        switch self {
        case .one(let city): .one(city.corrected(to: correction))
        case .several(let cities): .several(cities.map { $0.corrected(to: correction) })
        case .near(let cities): .near(cities.map { $0.corrected(to: correction) })
        case .none: .none
        }
    }
}

extension City {
    /// This city, marked as found by a misspelled query.
    public func corrected(to correction: SearchQuery) -> City {
        var city = self
        city.correction = correction.text
        return city
    }

    /// The cities with exactly this name, own or alternative.
    public static func exact(_ cities: [City], for query: SearchQuery) -> [City] {
        let asked = query.words.map(\.folded)
        // An airport's name counts only if airports rank before all settlements.
        let leading = cities.prefix { $0.airportCode != nil }
        return cities.filter { city in
            guard city.airportCode != nil else {
                // 津 is the Japanese 津市; the Chinese one is 津市市.
                if query.isOneLetter, city.locality.countryCode != "JP" {
                    return [city.locality.name, city.matchedName].contains(query.words[0])
                }
                return [city.locality.name, city.matchedName].compactMap(\.self).contains(where: query.isSpelling)
            }
            // For a match by code, `matchedName` is the code.
            guard city.matchedName == nil else { return true }
            // "Heathrow" names London Heathrow Airport.
            return leading.contains(city)
                && Set(asked).isSubset(of: SearchQuery.words(in: city.locality.name).map(\.folded))
        }
    }

    /// Removes airports that were found by name: a name means a town first. An airport stays only if all towns of that name are
    /// far away and much less important.
    fileprivate static func withoutOwnAirports(_ exact: [City]) -> [City] {
        let towns = exact.filter { $0.airportCode == nil }
        return exact.filter { airport in
            guard airport.airportCode != nil, airport.matchedName == nil else { return true }
            return !towns.contains { town in
                town.weight * CityResolution.lead >= airport.weight
                    || town.coordinate.distance(to: airport.coordinate) < ownAirport
            }
        }
    }

    /// The distance of an airport from the town that it serves, m.
    private static let ownAirport = 60_000.0

    /// Whether its own name starts with the query.
    fileprivate func begins(with query: SearchQuery) -> Bool {
        func text(_ words: [String]) -> String { words.map(\.folded).joined(separator: " ") }
        return matchedName == nil && text(SearchQuery.words(in: locality.name)).hasPrefix(text(query.words))
    }

    /// The weight of an airport, found by its code or by its name: more than a village, less than a city.
    private static let airportWeight = (code: 1_000_000.0, name: 40_000.0)

    /// Inhabitants; twice as many for a name that the place has only in the user's language ("Rhodes"), a tenth of them for a
    /// translation ("Roma"), and a hundredth for any other name: "Zaragoza" is also an old name of Tijuana.
    fileprivate var weight: Double {
        if airportCode != nil { return matchedName == nil ? Self.airportWeight.name : Self.airportWeight.code }
        let share =
            switch matchedName.map({ _ in matchedKind }) {
            case nil: matchedKind == .translated ? 0.5 : 1.0
            case .own: 1.0
            case .translated: 10.0
            case .other: 100.0
            }
        return Double(max(population ?? 0, 1)) / share
    }
}

/// The countries that a user means first: their own, and those of their language.
package struct Home: Sendable, Hashable {
    /// ISO 3166-1 alpha-2; nil when the locale has none.
    package let country: String?
    /// The countries where the language is spoken, and `country`.
    package let countries: Set<String>

    /// - Parameter locale: as in `LANG` or of BCP 47: `pt_BR.UTF-8`.
    package init(locale: String) {
        let parts = locale.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
        let country = parts.dropFirst().first { $0.count == 2 }.map { $0.uppercased() }
        self.country = country
        let language = LanguageCodes.codes(of: locale).last.map(LanguageCodes.language) ?? ""
        let spoken = Self.spoken[language] ?? ""
        countries = Set(spoken.split(separator: " ").map(String.init) + [country].compactMap(\.self))
    }

    /// Where each language of weatherd is spoken by most people, and the languages of further countries whose codes are in use.
    private static let spoken = [
        "en": "US GB CA AU NZ IE ZA", "de": "DE AT CH LI LU",
        "es": "ES MX AR CO CL PE VE UY EC BO PY CR PA GT HN SV NI DO CU PR",
        "fr": "FR BE CH CA LU MC", "it": "IT CH SM VA", "pt": "BR PT AO MZ CV", "pl": "PL", "ru": "RU BY KZ KG",
        "uk": "UA",
        "ja": "JP", "zh": "CN TW HK MO SG", "nl": "NL BE", "hi": "IN", "ca": "ES AD", "gl": "ES", "eu": "ES",
        "ga": "IE",
    ]
}

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
    private static let lead = 5.0

    /// Selects a city when its name matches exactly and it is at least five times as large as any other of that name,
    /// or when it is the only result and its name starts with the query.
    ///
    /// - Parameters:
    ///   - cities: the search results, best first.
    ///   - query: as interpreted by the search.
    public init(of cities: [City], for query: SearchQuery) {
        let exact = City.exact(cities, for: query)
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

    /// The same for a misspelled query.
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
    /// The same, found by a misspelled query.
    public func corrected(to correction: SearchQuery) -> City {
        var city = self
        city.correction = correction.text
        return city
    }

    /// The cities with exactly this name, own or alternative.
    public static func exact(_ cities: [City], for query: SearchQuery) -> [City] {
        let asked = query.words.map(\.folded)
        return cities.filter { city in
            guard city.airportCode == nil || city.matchedName != nil else {
                // "Heathrow" names London Heathrow Airport.
                return Set(asked).isSubset(of: SearchQuery.words(in: city.locality.name).map(\.folded))
            }
            return [city.locality.name, city.matchedName].compactMap(\.self).contains {
                SearchQuery.words(in: $0).map(\.folded) == asked
            }
        }
    }

    /// Whether its own name starts with the query.
    fileprivate func begins(with query: SearchQuery) -> Bool {
        func text(_ words: [String]) -> String { words.map(\.folded).joined(separator: " ") }
        return matchedName == nil && text(SearchQuery.words(in: locality.name)).hasPrefix(text(query.words))
    }

    /// The weight of an airport, found by its code or by its name: more than a village, less than a city.
    private static let airportWeight = (code: 1_000_000.0, name: 40_000.0)

    /// Inhabitants; a tenth of them if the match is a translation ("Roma"), and a hundredth for any other name:
    /// "Zaragoza" is also an old name of Tijuana.
    fileprivate var weight: Double {
        if airportCode != nil { return matchedName == nil ? Self.airportWeight.name : Self.airportWeight.code }
        let share =
            switch matchedName.map({ _ in matchedKind }) {
            case nil, .own: 1.0
            case .translated: 10.0
            case .other: 100.0
            }
        return Double(max(population ?? 0, 1)) / share
    }
}

public import Weather

/// What a query that is to name one city stands for.
///
/// Somebody who asks for the weather of "paris" wants no list to choose from, though there are thirty; who asks for
/// "springfield" has to choose.
public enum CityResolution: Sendable, Hashable {
    case one(City)
    /// Those that are called so, best first; at least two.
    case several([City])
    /// None is called just so; these come near, best first.
    case near([City])
    case none

    /// How many times as large as the next of its name a city has to be to be the one that is meant.
    private static let lead = 5.0

    /// A city is meant when its whole name was given and it is at least five times as large as any other of that name,
    /// or when it is the only one found at all and begins so.
    ///
    /// - Parameters:
    ///   - cities: what the search has found, best first.
    ///   - query: as the search understood it.
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

    /// The same for a query that was misspelled.
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
    /// The same, found by a query that was misspelled.
    public func corrected(to correction: SearchQuery) -> City {
        var city = self
        city.correction = correction.text
        return city
    }

    /// Those that are called just as was asked, by their own name or another.
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

    /// Whether its own name begins as was asked.
    fileprivate func begins(with query: SearchQuery) -> Bool {
        func text(_ words: [String]) -> String { words.map(\.folded).joined(separator: " ") }
        return matchedName == nil && text(SearchQuery.words(in: locality.name)).hasPrefix(text(query.words))
    }

    /// An airport's by its code and by its name: more than a village of that name, less than a city.
    private static let airportWeight = (code: 1_000_000.0, name: 40_000.0)

    /// Inhabitants, of which those of a city that is called otherwise count for a tenth where the name is a translation
    /// ("Roma"), and else for a hundredth: "Zaragoza" is also an old name of Tijuana's.
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

import Foundation
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

    /// A city is meant when its whole name was given and no other city of that name comes near it in size, or when it
    /// is the only one found at all and begins so.
    ///
    /// - Parameters:
    ///   - cities: what the search has found, best first.
    ///   - query: as the search understood it.
    public init(of cities: [City], for query: SearchQuery) {
        let exact = City.exact(cities, for: query)
        if cities.isEmpty {
            self = .none
        } else if cities.count == 1, cities[0].begins(with: query) {
            self = .one(cities[0])
        } else if let largest = exact.max(by: { $0.weight < $1.weight }) {
            let rivals = exact.filter { $0 != largest && $0.weight * 10 >= largest.weight }
            self = rivals.isEmpty ? .one(largest) : .several(exact)
        } else {
            self = .near(cities)
        }
    }
}

extension City {
    /// Those that are called just as was asked, by their own name or another.
    static func exact(_ cities: [City], for query: SearchQuery) -> [City] {
        let asked = query.words.map(folded)
        return cities.filter { city in
            [city.locality.name, city.matchedName].compactMap(\.self).contains {
                SearchQuery.words(in: $0).map(folded) == asked
            }
        }
    }

    /// Whether its own name begins as was asked.
    fileprivate func begins(with query: SearchQuery) -> Bool {
        func text(_ words: [String]) -> String { words.map(Self.folded).joined(separator: " ") }
        return matchedName == nil && text(SearchQuery.words(in: locality.name)).hasPrefix(text(query.words))
    }

    /// Inhabitants, of which those of a city that is called otherwise count for a hundredth: "Zaragoza" is also an old
    /// name of Tijuana's, and "Wien" that of a hamlet in Wisconsin.
    fileprivate var weight: Double {
        Double(max(population ?? 0, 1)) / (matchedName == nil ? 1 : 100)
    }

    /// A word without its accents and capitals.
    private static func folded(_ word: String) -> String {
        word.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}

import Foundation
public import Weather

extension City {
    /// The one that is meant, among what a search has found; nil when there are several that could be.
    ///
    /// Somebody who asks for the weather of "paris" wants no list to choose from, though there are thirty; who asks for
    /// "springfield" has to choose. So a city is meant when its whole name was given and no other city of that name has a tenth of
    /// its inhabitants or more, or when it is the only one of the name, or the only one found at all.
    public static func unambiguous(_ cities: [City], for query: SearchQuery) -> City? {
        if cities.count == 1 { return cities[0] }
        let asked = query.words.map(folded)
        let exact = cities.filter { city in
            [city.locality.name, city.matchedName].compactMap(\.self).contains {
                SearchQuery.words(in: $0).map(folded) == asked
            }
        }
        guard let largest = exact.max(by: { ($0.population ?? 0) < ($1.population ?? 0) }) else { return nil }
        let rivals = exact.filter { $0 != largest && ($0.population ?? 0) >= (largest.population ?? 0) / 10 }
        return rivals.isEmpty ? largest : nil
    }

    /// A word without its accents and capitals.
    private static func folded(_ word: String) -> String {
        word.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}

import Glibc
public import Weather
public import WorkerProtocol

/// A service that finds cities by name.
public protocol Geocoding: Sendable {
    /// The matching cities, best first.
    ///
    /// - Parameter language: of the names, as in `LANG`: `de`, `de_AT`.
    func search(
        _ query: SearchQuery, language: String, at now: UnixTime
    ) async throws(FetchFailure) -> [City]
}

/// How a name matches a query.
struct NameMatch {
    var fit: Fit
    var kind: Kind

    enum Fit {
        /// The query is the whole name.
        case whole
        /// The name begins with the query.
        case beginning
        /// The query's words occur in the name. Only for own names and translations.
        case words
    }

    enum Kind {
        /// GeoNames' name, or the one in the user's language.
        case own
        /// The name in another language.
        case translated
        /// Any other name: former names, transliterations, airport codes.
        case other
    }

    /// The rank among the results: the decimal logarithm of the population, plus a bonus for a closer match.
    ///
    /// So a village called Paris ranks below Paris, and "wien" finds Vienna before Wiener Neustadt, while "york" finds
    /// York before New York. Below 1,000 inhabitants, figures are too uncertain to count.
    func score(population: Int) -> Double {
        let bonus =
            switch (fit, kind) {
            case (.whole, .own): 2.5
            case (.whole, .translated): 1.25
            case (.beginning, .own): 1.0
            case (.whole, .other): 0.75
            case (.words, .own): 0.0
            case (.beginning, .translated): -0.75
            case (.words, .translated), (.words, .other): -1.5
            case (.beginning, .other): -2.0
            }
        return log10(Double(max(1000, population))) + bonus
    }
}

/// The probable extent of a settlement: a disc around its centre.
struct Extent: Sendable {
    var center: Coordinate
    /// Inhabitants; 0 when unknown.
    var population: Int

    /// Metres: the area that the population takes at 3,000 per square kilometre, common in towns; at least a kilometre,
    /// since small settlements are scattered and many have no population figure. `extent.sql` has the same formula.
    var radius: Double { max(1000, (Double(population) / (.pi * 3000)).squareRoot() * 1000) }

    func covers(_ position: Coordinate) -> Bool { center.distance(to: position) <= radius }

    /// The distance of a position from the centre, in radii.
    ///
    /// By this measure Paris is preferred to one of its quarters whose centre is slightly closer. Distances below half
    /// a kilometre count as that, since the centre of a place is not more exact.
    func reach(to position: Coordinate) -> Double { max(500, center.distance(to: position)) / radius }

    /// A position's location relative to the settlement; nil when the settlement's name does not fit it: more than 20
    /// km outside.
    func offset(of position: Coordinate) -> Locality.Offset? {
        let distance = center.distance(to: position)
        guard distance > max(radius, 20_000) else { return nil }
        return Locality.Offset(distance: distance, bearing: center.bearing(to: position))
    }
}

/// A settlement found by a search.
public struct City: Sendable, Hashable {
    public var coordinate: Coordinate
    public var locality: Locality
    /// Inhabitants; nil when unknown.
    public var population: Int?
    /// The name that matched the query, if it was not `locality.name`; otherwise nil.
    public var matchedName: String?
    /// The type of `matchedName`; without one, `translated` for a name in the user's language that is not the place's own.
    public var matchedKind = NameKind.other
    /// IATA code; nil for a settlement.
    public var airportCode: String?
    /// The corrected query; nil when it was not misspelled.
    public var correction: String?

    public enum NameKind: Sendable, Hashable {
        /// GeoNames' own name, if the user's language has another.
        case own
        /// A name in another language.
        case translated
        /// A former name, another spelling or a code.
        case other
    }

    public init(coordinate: Coordinate, locality: Locality, population: Int? = nil, matchedName: String? = nil) {
        self.coordinate = coordinate
        self.locality = locality
        self.population = population
        self.matchedName = matchedName
    }
}

/// A settlement that a search has found.
public struct City: Sendable, Hashable {
    public var coordinate: Coordinate
    public var locality: Locality
    /// Inhabitants; nil when not known.
    public var population: Int?
    /// The other name that the search was for, where it was not `locality.name`; nil when it was.
    public var matchedName: String?
    /// What kind of name `matchedName` is.
    public var matchedKind = NameKind.other
    /// Its three letters by IATA, for an airport; nil for a settlement.
    public var airportCode: String?
    /// The spelling that the query was taken for, where it was misspelled; nil when it was not.
    public var correction: String?

    public enum NameKind: Sendable, Hashable {
        /// What GeoNames calls the place, which in the user's language is called otherwise.
        case own
        /// The name in another language.
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

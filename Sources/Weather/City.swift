/// A settlement that a search has found.
public struct City: Sendable, Hashable {
    public var coordinate: Coordinate
    public var locality: Locality
    /// Inhabitants; nil when not known.
    public var population: Int?
    /// The other name that the search was for, where it was not `locality.name`; nil when it was.
    public var matchedName: String?

    public init(coordinate: Coordinate, locality: Locality, population: Int? = nil, matchedName: String? = nil) {
        self.coordinate = coordinate
        self.locality = locality
        self.population = population
        self.matchedName = matchedName
    }
}

/// Somewhere that weather is wanted for.
public struct Place: Sendable, Hashable, Codable {
    /// As the user gave it; nil when only the position is known.
    public var name: String?
    public var coordinate: Coordinate
    /// What the gazetteer says of the position; nil while it has not been asked, and where it knows nothing.
    public var locality: Locality?

    public init(name: String? = nil, coordinate: Coordinate, locality: Locality? = nil) {
        self.name = name
        self.coordinate = coordinate
        self.locality = locality
    }
}

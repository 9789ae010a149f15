/// Somewhere that weather is wanted for.
public struct Place: Sendable, Hashable, Codable {
    /// As the user gave it; nil when only the position is known.
    public var name: String?
    public var coordinate: Coordinate

    public init(name: String? = nil, coordinate: Coordinate) {
        self.name = name
        self.coordinate = coordinate
    }
}

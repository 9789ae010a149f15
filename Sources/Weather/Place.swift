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

extension Place {
    /// What the place is called: by the user, or else by the gazetteer; nil when it is neither. Of a place that lies
    /// off a settlement, the settlement's name is not its own.
    public var calledName: String? {
        name ?? (locality?.offset == nil ? locality?.name : nil)
    }

    /// Whether the place is called so, in capitals or not: `paris`, or with what it lies in, `Paris, Texas`.
    public func isCalled(_ other: String) -> Bool {
        guard let name = calledName?.lowercased() else { return false }
        let other = other.lowercased()
        if other == name { return true }
        guard self.name == nil, other.hasPrefix(name), other.dropFirst(name.count).first == "," else { return false }
        let areas = [locality?.region, locality?.country].compactMap { $0?.lowercased() }
        return other.dropFirst(name.count + 1).split(separator: ",").allSatisfy { part in
            areas.contains(String(part.drop { $0 == " " }))
        }
    }
}

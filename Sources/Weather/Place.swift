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

    /// Whether the place is called so in any language, in capitals or not: `paris`, or with what it lies in, `Paris, Texas`.
    public func isCalled(_ other: String) -> Bool {
        let other = other.lowercased()
        if let name { return other == name.lowercased() }
        guard let locality, locality.offset == nil else { return false }
        let names = locality.everyName.map { $0.lowercased() }
        if names.contains(other) { return true }
        let parts = other.split(omittingEmptySubsequences: false) { ",、，".contains($0) }
        guard let asked = parts.first, names.contains(String(asked)) else { return false }
        let areas = [locality.region, locality.country].compactMap { $0?.lowercased() }
        return parts.dropFirst().allSatisfy { part in areas.contains(String(part.drop { $0 == " " })) }
    }

    /// The same in a reader's language. A name that the user gave stays as it is.
    public func translated(to locale: String) -> Place {
        Place(name: name, coordinate: coordinate, locality: locality?.translated(to: locale))
    }
}

/// A place with its names.
public struct Place: Sendable, Hashable, Codable {
    /// As given by the user; nil for none.
    public var name: String?
    public var coordinate: Coordinate
    /// The result of reverse geocoding; nil before the lookup, and without a result.
    public var locality: Locality?

    public init(name: String? = nil, coordinate: Coordinate, locality: Locality? = nil) {
        self.name = name
        self.coordinate = coordinate
        self.locality = locality
    }

    /// The longest name, Unicode scalars: longer than a request can be.
    public static let longestName = 1024

    /// Truncates a name that is longer.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decodeIfPresent(String.self, forKey: .name).map {
            decoder.bounded($0, to: Self.longestName, "characters of a name")
        }
        coordinate = try container.decode(Coordinate.self, forKey: .coordinate)
        locality = try container.decodeIfPresent(Locality.self, forKey: .locality)
    }

    private enum CodingKeys: CodingKey {
        case name, coordinate, locality
    }
}

extension Place {
    /// The user's name for the place, or else the gazetteer's; nil without either. Outside of a settlement, the
    /// settlement's name does not count.
    public var calledName: String? {
        name ?? (locality?.offset == nil ? locality?.name : nil)
    }

    /// Whether a name matches in any language, ignoring case: `paris`, or with region or country, `Paris, Texas`.
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

    /// Translated into a language. A name given by the user stays.
    public func translated(to locale: String) -> Place {
        Place(name: name, coordinate: coordinate, locality: locality?.translated(to: locale))
    }
}

public import Weather

/// What the user chose through weatherctl. It wins over config.toml.
public struct Settings: Sendable, Hashable, Codable {
    /// The most favourites that are kept. All are fetched without being asked for.
    public static let favouritesLimit = 200

    /// Quantities that the user left alone follow the configuration.
    public var units: UnitsChoice
    /// nil while the user has chosen none; the configuration then decides.
    public var location: LocationChoice?
    /// In the user's order, each with a name of its own.
    public var favourites: [Place]

    public init(units: UnitsChoice = UnitsChoice(), location: LocationChoice? = nil, favourites: [Place] = []) {
        self.units = units
        self.location = location
        self.favourites = favourites
    }

    /// Takes what the first release wrote too, which knew no favourites.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        units = try container.decode(UnitsChoice.self, forKey: .units)
        location = try container.decodeIfPresent(LocationChoice.self, forKey: .location)
        favourites = try container.decodeIfPresent([Place].self, forKey: .favourites) ?? []
    }

    private enum CodingKeys: CodingKey {
        case units, location, favourites
    }
}

extension Settings {
    /// What is kept can be read again in no time: names that the user gave have no endless runs of combining marks.
    mutating func boundNames() {
        for index in favourites.indices {
            favourites[index].name = favourites[index].name.map { String(bounding: $0) }
        }
        if case .place(var place)? = location {
            place.name = place.name.map { String(bounding: $0) }
            location = .place(place)
        }
    }
}

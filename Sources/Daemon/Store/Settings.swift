public import Weather

/// The settings made with weatherctl. They override config.toml.
public struct Settings: Sendable, Hashable, Codable {
    /// The maximum number of favourites, which are all refreshed regularly.
    public static let favouritesLimit = 200

    /// Quantities without a choice follow the configuration.
    public var units: UnitsChoice
    /// nil without a choice; then the configuration applies.
    public var location: LocationChoice?
    /// In the user's order, with unique names.
    public var favourites: [Place]

    public init(units: UnitsChoice = UnitsChoice(), location: LocationChoice? = nil, favourites: [Place] = []) {
        self.units = units
        self.location = location
        self.favourites = favourites
    }

    /// Also reads the format of the first release, without favourites.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        units = try container.decode(UnitsChoice.self, forKey: .units)
        location = try container.decodeIfPresent(LocationChoice.self, forKey: .location)
        favourites = try container.decodeList(
            forKey: .favourites, upTo: Self.favouritesLimit, of: "favourites", in: decoder)
    }

    private enum CodingKeys: CodingKey {
        case units, location, favourites
    }
}

extension Settings {
    /// Truncates names with many combining marks, so that decoding stays fast.
    mutating func boundNames() {
        for index in favourites.indices {
            favourites[index].name = favourites[index].name.map { String(bounding: $0, to: Place.longestName) }
        }
        if case .place(var place)? = location {
            place.name = place.name.map { String(bounding: $0, to: Place.longestName) }
            location = .place(place)
        }
    }
}

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

/// Identifies a favourite.
public enum FavouriteReference: Sendable, Hashable {
    /// A name; case is ignored.
    case name(String)
    case coordinate(Coordinate)

    /// As the user wrote it, for messages.
    var text: String {
        switch self {
        case .name(let name): name
        case .coordinate(let coordinate): "\(coordinate.latitude),\(coordinate.longitude)"
        }
    }
}

extension Settings {
    /// Adds a favourite at the end.
    public mutating func addFavourite(_ place: Place) throws(FavouritesError) {
        if let same = favourites.first(where: { $0.coordinate.rounded == place.coordinate.rounded }) {
            throw .alreadyThere(same)
        }
        try checkName(place.calledName, except: nil)
        guard favourites.count < Self.favouritesLimit else { throw .full(limit: Self.favouritesLimit) }
        favourites.append(place)
    }

    public mutating func removeFavourite(_ reference: FavouriteReference) throws(FavouritesError) {
        favourites.remove(at: try index(of: reference))
    }

    /// - Parameter position: the new position, from 1.
    public mutating func moveFavourite(_ reference: FavouriteReference, to position: Int) throws(FavouritesError) {
        let index = try index(of: reference)
        guard isPosition(position) else { throw .noSuchPosition(position, count: favourites.count) }
        favourites.insert(favourites.remove(at: index), at: position - 1)
    }

    public mutating func renameFavourite(_ reference: FavouriteReference, to name: String) throws(FavouritesError) {
        let index = try index(of: reference)
        try checkName(name, except: index)
        let favourite = favourites[index]
        favourites[index].name = name
        // If the moved or renamed favourite is the current location, it stays selected.
        if location == .place(favourite) { location = .place(favourites[index]) }
    }

    /// Updates the names of the user's places from the gazetteer, by coordinates.
    public mutating func name(by localities: [Coordinate: Locality]) {
        if case .place(var place) = location, let locality = localities[place.coordinate] {
            place.locality = locality
            location = .place(place)
        }
        for index in favourites.indices {
            if let locality = localities[favourites[index].coordinate] { favourites[index].locality = locality }
        }
    }

    /// The referenced favourite.
    public func favourite(_ reference: FavouriteReference) throws(FavouritesError) -> Place {
        favourites[try index(of: reference)]
    }

    private func index(of reference: FavouriteReference) throws(FavouritesError) -> Int {
        let found = favourites.indices.filter { index in
            switch reference {
            case .name(let name): favourites[index].isCalled(name)
            case .coordinate(let coordinate): favourites[index].coordinate.rounded == coordinate.rounded
            }
        }
        guard let first = found.first else {
            // A number is the position in the list.
            if let position = Int(reference.text), isPosition(position) { return position - 1 }
            throw .notAFavourite(reference.text)
        }
        // Two places can have the same gazetteer name after a change of language.
        guard found.count == 1 else { throw .ambiguous(reference.text, found.map { favourites[$0] }) }
        return first
    }

    /// Whether a number is a position, from 1. Checked first: subtracting 1 from the smallest integer would overflow.
    private func isPosition(_ number: Int) -> Bool { 1 <= number && number <= favourites.count }

    private func checkName(_ name: String?, except index: Int?) throws(FavouritesError) {
        guard let name else { return }
        for (other, favourite) in favourites.enumerated() where other != index && favourite.isCalled(name) {
            throw .nameTaken(favourite)
        }
    }
}

/// The user's choice of the current place.
public enum LocationChoice: Sendable, Hashable {
    /// The location of the machine.
    case automatic
    case place(Place)
}

/// Encoded as the place, or as the word `automatic`.
extension LocationChoice: Codable {
    private static let automaticWord = "automatic"

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if (try? container.decode(String.self)) == Self.automaticWord {
            self = .automatic
        } else {
            self = .place(try container.decode(Place.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .automatic: try container.encode(Self.automaticWord)
        case .place(let place): try container.encode(place)
        }
    }
}

/// Why the settings were not changed.
public enum SettingsError: Error, Sendable, Hashable {
    case notKept(StoreError)
    case refused(FavouritesError)
}

/// The settings of the configuration, or the built-in defaults, for what the user has not set.
public struct Defaults: Sendable, Hashable {
    public var units: Units
    /// nil when the configuration has no location.
    public var location: Place?
    /// Elevation of `location` above sea level, m; nil when not set.
    public var elevation: Double?
    /// The location sources in order of preference; empty for none.
    public var locationSources: [LocationSource]
    /// The source of the current place's conditions.
    public var presentSource: PresentSource

    public init(
        units: Units = .metric, location: Place? = nil, elevation: Double? = nil,
        locationSources: [LocationSource] = [.geoClue, .timeZone],
        presentSource: PresentSource = .model
    ) {
        self.presentSource = presentSource
        self.units = units
        self.location = location
        self.elevation = elevation
        self.locationSources = locationSources
    }
}

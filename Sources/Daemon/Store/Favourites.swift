public import Weather

/// Identifies a favourite.
public enum FavouriteReference: Sendable, Hashable {
    /// Ignores case.
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
            // By its position in the list.
            if let position = Int(reference.text), isPosition(position) { return position - 1 }
            throw .notAFavourite(reference.text)
        }
        // The gazetteer's name of one place can become that of another when the language changes.
        guard found.count == 1 else { throw .ambiguous(reference.text, found.map { favourites[$0] }) }
        return first
    }

    /// From 1. Subtracting 1 from the smallest integer would overflow.
    private func isPosition(_ number: Int) -> Bool { 1 <= number && number <= favourites.count }

    private func checkName(_ name: String?, except index: Int?) throws(FavouritesError) {
        guard let name else { return }
        for (other, favourite) in favourites.enumerated() where other != index && favourite.isCalled(name) {
            throw .nameTaken(favourite)
        }
    }
}

public import Weather

/// What tells one favourite from the others.
public enum FavouriteReference: Sendable, Hashable {
    /// Without regard to case.
    case name(String)
    case coordinate(Coordinate)

    /// As people are told what they wrote.
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

    /// - Parameter position: where it is to stand, from 1.
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
        // The place that was chosen as a favourite keeps being one and the same.
        if location == .place(favourite) { location = .place(favourites[index]) }
    }

    /// Takes over what the gazetteer says of the user's places, by their coordinates.
    public mutating func name(by localities: [Coordinate: Locality]) {
        if case .place(var place) = location, let locality = localities[place.coordinate] {
            place.locality = locality
            location = .place(place)
        }
        for index in favourites.indices {
            if let locality = localities[favourites[index].coordinate] { favourites[index].locality = locality }
        }
    }

    /// The favourite that is meant.
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
            // By the number that stands before it in the list.
            if let position = Int(reference.text), isPosition(position) { return position - 1 }
            throw .notAFavourite(reference.text)
        }
        // A name of the gazetteer's can become another's when the language changes.
        guard found.count == 1 else { throw .ambiguous(reference.text, found.map { favourites[$0] }) }
        return first
    }

    /// From 1. The least of all integers has none before it that could be looked for among the indices.
    private func isPosition(_ number: Int) -> Bool { 1 <= number && number <= favourites.count }

    private func checkName(_ name: String?, except index: Int?) throws(FavouritesError) {
        guard let name else { return }
        for (other, favourite) in favourites.enumerated() where other != index && favourite.isCalled(name) {
            throw .nameTaken(favourite)
        }
    }
}

public import Weather

extension FavouritesError {
    /// Why the favourites stay as they are and what to do, in one plain sentence without a final period.
    public var sentence: String {
        switch self {
        case .nameTaken(let place):
            "a favourite is called \(place.displayName()) already (\(place.coordinate.text)); "
                + "give this one another name"
        case .alreadyThere(let place):
            "this position is a favourite already: \(place.displayName())"
        case .notAFavourite(let name):
            "no favourite is called \(name.quoted); weatherctl places shows them"
        case .ambiguous(let name, let places):
            "\(name.quoted) fits several: "
                + places.map { "\($0.fullName()) (\($0.coordinate.text))" }.joined(separator: ", ")
                + "; say which by LAT,LON"
        case .noSuchPosition(let position, let count):
            count == 0
                ? "there are no favourites to move"
                : "there is no position \(position); the favourites stand at 1 to \(count)"
        case .full(let limit):
            "there are \(limit) favourites, which is the most; remove one first: weatherctl places remove PLACE"
        }
    }
}

public import Weather

extension FavouritesError {
    /// What is wrong and what to do, as one sentence without a period.
    public var sentence: String {
        switch self {
        case .nameTaken(let place):
            "a favourite named \(place.displayName()) already exists (\(place.coordinate.text)); "
                + "use another name"
        case .alreadyThere(let place):
            "this position is already a favourite: \(place.displayName())"
        case .notAFavourite(let name):
            "no favourite named \(name.quoted); run 'weatherctl places' for a list"
        case .ambiguous(let name, let places):
            "several favourites match \(name.quoted): "
                + places.map { "\($0.fullName()) (\($0.coordinate.text))" }.joined(separator: ", ")
                + "; use coordinates"
        case .noSuchPosition(let position, let count):
            count == 0
                ? "there are no favourites to move"
                : "no position \(position): must be between 1 and \(count)"
        case .full(let limit):
            "the limit of \(limit) favourites has been reached; remove one with 'weatherctl places remove PLACE'"
        }
    }
}

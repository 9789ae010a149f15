/// Why the favourites were not changed.
public enum FavouritesError: Error, Sendable, Hashable {
    /// Another favourite has this name.
    case nameTaken(Place)
    /// The position is already a favourite.
    case alreadyThere(Place)
    /// No favourite matches; the current place may.
    case notAFavourite(String)
    /// Several favourites match.
    case ambiguous(String, [Place])
    /// The list of favourites has no such position.
    case noSuchPosition(Int, count: Int)
    /// The limit is reached.
    case full(limit: Int)
}

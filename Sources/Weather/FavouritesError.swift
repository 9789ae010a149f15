/// Why the favourites stay as they are.
public enum FavouritesError: Error, Sendable, Hashable {
    /// Another favourite is called so.
    case nameTaken(Place)
    /// The position is a favourite already.
    case alreadyThere(Place)
    /// No favourite is meant by what was said; it may still be the current place.
    case notAFavourite(String)
    /// Several are meant by what was said.
    case ambiguous(String, [Place])
    /// There are so many favourites, and no position beyond.
    case noSuchPosition(Int, count: Int)
    /// There are as many as can be kept.
    case full(limit: Int)
}

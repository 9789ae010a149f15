/// Why a search brought no city. Rendering puts it into words.
public enum SearchFailure: Error, Sendable, Hashable {
    /// A query needs so many letters.
    case tooShort(least: Int)
    /// A query has so many letters at most.
    case tooLong(most: Int)
    /// No name of a place has this in it.
    case unacceptable(String)
    /// No city is called so. `online`: why the network could not be asked too; nil when it was, and knows none either.
    /// `gazetteer`: why only the list of cities was searched; nil when all places were.
    case notFound(String, online: FetchFailure?, gazetteer: GazetteerError? = nil)
    /// No city is called so, and the query may be a postal code, which could not be looked up online. The failure says why;
    /// nil when only the sample provider is configured, which uses no network.
    case postalCodeNotLookedUp(String, FetchFailure?)
    /// No city is called just so; these come near, best first.
    case inexact(String, [City])
    /// Several cities are called so, best first; at least two.
    case ambiguous(String, [City])
    case gazetteer(GazetteerError)
}

/// Why a search found no city.
public enum SearchFailure: Error, Sendable, Hashable {
    /// The query is shorter than `least` letters.
    case tooShort(least: Int)
    /// The query is longer than `most` letters.
    case tooLong(most: Int)
    /// The query contains something that no place name contains.
    case unacceptable(String)
    /// No city has this name. `online`: why there was no online search; nil if it found nothing either. `gazetteer`:
    /// why only the list of cities was searched; nil if the whole gazetteer was.
    case notFound(String, online: FetchFailure?, gazetteer: GazetteerError? = nil)
    /// No city has this name, and the query may be a postal code, which requires an online search. The failure is the
    /// reason why there was none; nil when only the sample provider is configured, which uses no network.
    case postalCodeNotLookedUp(String, FetchFailure?)
    /// No exact match; these are similar, best first.
    case inexact(String, [City])
    /// Several cities have this name, best first; at least two.
    case ambiguous(String, [City])
    case gazetteer(GazetteerError)
}

public import Searching
public import Weather

/// A service that finds cities by their names.
public protocol Geocoding: Sendable {
    /// The cities that a query fits, best first; none when there is none.
    ///
    /// - Parameter language: of the names, as in `LANG`: `de`, `de_AT`.
    func search(
        _ query: SearchQuery, language: String, at now: UnixTime
    ) async throws(FetchFailure) -> [City]
}

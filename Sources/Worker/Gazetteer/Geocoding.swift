public import Weather
public import WorkerProtocol

/// A service that finds cities by name.
public protocol Geocoding: Sendable {
    /// The matching cities, best first.
    ///
    /// - Parameter language: of the names, as in `LANG`: `de`, `de_AT`.
    func search(
        _ query: SearchQuery, language: String, at now: UnixTime
    ) async throws(FetchFailure) -> [City]
}

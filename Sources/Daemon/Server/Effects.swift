public import ClientProtocol
public import Rendering
public import Store
public import Weather

/// What the server needs from the rest of the daemon to answer requests.
public protocol Effects: Sendable {
    /// Called when a client uses this kind of report for a tracked place.
    func asked(_ kind: ReportKind, of coordinate: Coordinate)
    /// Called when a client shows the current weather, so the location should be up to date.
    func looked()
    /// Called for each request.
    func requested()
    /// Called when the number of connections that watch has changed.
    func watching(_ count: Int)
    /// Called after settings have changed.
    func settingsChanged(_ change: StoreChange)
    /// Fetches again; with `wait`, returns when the fetch has ended.
    func refresh(_ coordinate: Coordinate, wait: Bool) async -> RefreshAnswer
    /// Waits for the first reports of these kinds for a new place, for at most a second or two.
    ///
    /// - Parameter coordinate: nil for the current place, while it is being located.
    func settle(_ coordinate: Coordinate?, _ kinds: Set<ReportKind>) async
    /// The cities that match a query, best first; at least one.
    ///
    /// - Parameter language: the language of their names; nil for the configured one.
    func cities(_ query: String, language: String?) async throws(SearchFailure) -> [City]
    /// The best match for a query.
    func city(_ query: String) async throws(SearchFailure) -> City
    /// Reverse geocoding of a position; nil when it is not available.
    func locality(of coordinate: Coordinate) async -> Locality?
    /// Reverse geocoding without remote services, and without saving the place.
    func landmark(of coordinate: Coordinate) async -> Locality?
    /// The coastlines, read again for each map.
    func coastline() throws(CoastlineError) -> Coastline
    /// The providers that are backing off.
    func backingOff() -> [BackingOffProvider]
    /// The measured order of the providers at a place; nil without `providers = "best"`.
    func ranking(at place: Coordinate) -> ProviderRanking?
    /// The comparison of forecasts with measurements at a place.
    func accuracy(at place: Coordinate) async -> AccuracySummary
    /// The health check, given the status of the current place as in `status`.
    func findings(_ status: DaemonStatus) async -> [Diagnostic]
}

public import Weather

/// Someone who knows the weather of a place, its alerts or its air. A provider asks and answers; it remembers nothing.
public protocol ReportProvider<Content>: Sendable {
    associatedtype Content: ProviderReport

    var identity: Provider { get }

    /// What may be asked of the provider.
    var limits: ProviderLimits { get }

    /// Whether the provider may know something of the place; it is not asked where it surely does not.
    func covers(_ coordinate: Coordinate) -> Bool

    /// - Parameter previous: what this provider answered before, to be renewed where the service can tell that it still
    ///   holds; nil when nothing is kept.
    /// - Throws: why there is no report; one answer that is whole but lacks some values is a report nevertheless.
    func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Content?
    ) async throws(FetchFailure) -> Content

    /// What is known of each place, in the order of the places, which are `limits.batch` at the most.
    ///
    /// - Throws: why there is no report for any of them.
    func reports(
        for coordinates: [Coordinate], at now: UnixTime, renewing previous: [Coordinate: Content]
    ) async throws(FetchFailure) -> [Result<Content, FetchFailure>]

    /// What is known of each of any number of places, in the order of the places.
    func allReports(
        for coordinates: [Coordinate], renewing previous: [Coordinate: Content], now: @Sendable () -> UnixTime
    ) async -> [Result<Content, FetchFailure>]
}

extension ReportProvider {
    public var limits: ProviderLimits { ProviderLimits() }

    public func covers(_ coordinate: Coordinate) -> Bool { true }

    public func report(for coordinate: Coordinate, at now: UnixTime) async throws(FetchFailure) -> Content {
        try await report(for: coordinate, at: now, renewing: nil)
    }

    /// Asks for one place after the other.
    public func reports(
        for coordinates: [Coordinate], at now: UnixTime, renewing previous: [Coordinate: Content]
    ) async throws(FetchFailure) -> [Result<Content, FetchFailure>] {
        var results: [Result<Content, FetchFailure>] = []
        for coordinate in coordinates {
            do throws(FetchFailure) {
                results.append(.success(try await report(for: coordinate, at: now, renewing: previous[coordinate])))
            } catch {
                results.append(.failure(error))
            }
        }
        return results
    }
}

public import Weather

/// Someone who knows the weather of any place. A provider asks and answers; it remembers nothing.
public protocol ForecastProvider: Sendable {
    var identity: Provider { get }

    /// - Throws: why there is no report; one answer that is whole but lacks some values is a report nevertheless.
    func report(for coordinate: Coordinate, at now: UnixTime) async throws(FetchFailure) -> Report
}

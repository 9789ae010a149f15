public import Weather

/// A source of forecasts, alerts or air quality. It keeps no state.
public protocol ReportProvider<Content>: Sendable {
    associatedtype Content: ProviderReport

    var identity: Provider { get }

    /// Rate limits and batch size.
    var limits: ProviderLimits { get }

    /// Whether the provider may cover the place; it gets no requests for places outside.
    func covers(_ coordinate: Coordinate) -> Bool

    /// The country whose warnings are requested for a place, ISO 3166-1 alpha-2; nil for the place's own, and for other reports.
    func country(of coordinate: Coordinate) -> String?

    /// Why the place is not requested now, since the service has refused it or does not cover it; nil if it is.
    func refusal(of coordinate: Coordinate, at now: UnixTime) -> FetchFailure?

    /// - Parameter previous: the provider's previous report, which it renews if the service confirms it; nil for none.
    /// - Throws: why there is no report; a complete answer that lacks some values is a report.
    func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Content?
    ) async throws(FetchFailure) -> Content

    /// The result for each place, in order; at most `limits.batch` places.
    ///
    /// - Throws: why there is no report for any of them.
    func reports(
        for coordinates: [Coordinate], at now: UnixTime, renewing previous: [Coordinate: Content]
    ) async throws(FetchFailure) -> [Result<Content, FetchFailure>]

    /// The result for each of any number of places, in order.
    func allReports(
        for coordinates: [Coordinate], renewing previous: [Coordinate: Content], now: @Sendable () -> UnixTime
    ) async -> [Result<Content, FetchFailure>]
}

extension ReportProvider {
    public var limits: ProviderLimits { ProviderLimits() }

    public func covers(_ coordinate: Coordinate) -> Bool { true }

    public func country(of coordinate: Coordinate) -> String? { nil }

    public func refusal(of coordinate: Coordinate, at now: UnixTime) -> FetchFailure? { nil }

    public func report(for coordinate: Coordinate, at now: UnixTime) async throws(FetchFailure) -> Content {
        try await report(for: coordinate, at: now, renewing: nil)
    }

    /// Requests one place after the other.
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

/// A provider whose identity, limits and coverage are those of its facts.
public protocol DescribedProvider: ReportProvider {
    var facts: ProviderFacts { get }
}

extension DescribedProvider {
    public var identity: Provider { facts.identity }
    public var limits: ProviderLimits { facts.limits }

    public func covers(_ coordinate: Coordinate) -> Bool { facts.covers(coordinate) }
}

public import Weather

/// Someone who knows the weather of any place. A provider asks and answers; it remembers nothing.
public protocol ForecastProvider: Sendable {
    var identity: Provider { get }

    /// What may be asked of the provider.
    var limits: ProviderLimits { get }

    /// - Throws: why there is no report; one answer that is whole but lacks some values is a report nevertheless.
    func report(for coordinate: Coordinate, at now: UnixTime) async throws(FetchFailure) -> Report

    /// What is known of each place, in the order of the places, which are `limits.batch` at the most.
    ///
    /// - Throws: why there is no report for any of them.
    func reports(
        for coordinates: [Coordinate], at now: UnixTime
    ) async throws(FetchFailure) -> [Result<Report, FetchFailure>]
}

extension ForecastProvider {
    public var limits: ProviderLimits { ProviderLimits() }

    /// Asks for one place after the other.
    public func reports(
        for coordinates: [Coordinate], at now: UnixTime
    ) async throws(FetchFailure) -> [Result<Report, FetchFailure>] {
        var results: [Result<Report, FetchFailure>] = []
        for coordinate in coordinates {
            do throws(FetchFailure) {
                results.append(.success(try await report(for: coordinate, at: now)))
            } catch {
                results.append(.failure(error))
            }
        }
        return results
    }
}

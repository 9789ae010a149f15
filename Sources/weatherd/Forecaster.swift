import AsyncHTTPClient
import Forecasting
import HTTP
import Keeping
import Weather
import Wire

/// Brings reports from the providers that the configuration in force names.
struct Forecaster: Sendable {
    private let source: ConfigurationSource
    private let exchange: HTTPExchange
    private let store: Store
    private let now: @Sendable () -> UnixTime

    static let userAgent = "weatherd/\(Release.version)"

    init(source: ConfigurationSource, client: HTTPClient, store: Store, now: @escaping @Sendable () -> UnixTime) {
        self.source = source
        self.store = store
        self.now = now
        let exchange = client.exchange(userAgent: Self.userAgent)
        self.exchange = { query async throws(FetchFailure) in
            store.countRequest(at: now())
            return try await exchange(query)
        }
    }

    /// For each place the first report that a provider gives, in the order of the configuration, or why the first of
    /// them gives none.
    func reports(for coordinates: [Coordinate]) async -> [Result<Report, FetchFailure>] {
        let configuration = source.configuration
        let none = FetchFailure.unreachable(host: "weatherd", reason: "no provider is configured")
        var results: [Coordinate: Result<Report, FetchFailure>] = [:]
        for name in configuration.providers {
            let provider = provider(name, configuration)
            var missing = coordinates.filter { (try? results[$0]?.get()) == nil }[...]
            while !missing.isEmpty, !Task.isCancelled {
                let batch = Array(missing.prefix(provider.limits.batch))
                missing = missing.dropFirst(batch.count)
                for (coordinate, result) in zip(batch, await self.results(for: batch, of: provider)) {
                    if case .failure = result, results[coordinate] != nil { continue }
                    results[coordinate] = result
                }
            }
        }
        return coordinates.map { results[$0] ?? .failure(none) }
    }

    private func results(
        for coordinates: [Coordinate], of provider: any ForecastProvider
    ) async -> [Result<Report, FetchFailure>] {
        do throws(FetchFailure) {
            return try await provider.reports(for: coordinates, at: now())
        } catch {
            return coordinates.map { _ in .failure(error) }
        }
    }

    private func provider(_ name: Configuration.ProviderName, _ configuration: Configuration) -> any ForecastProvider {
        switch name {
        case .openMeteo: OpenMeteo(baseURL: configuration.openMeteoURL, exchange: exchange)
        case .sample: Sample { [store] in store.snapshot.timeZone(of: $0) }
        }
    }
}

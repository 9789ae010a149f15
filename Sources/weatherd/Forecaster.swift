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
    private let now: @Sendable () -> UnixTime

    init(source: ConfigurationSource, client: HTTPClient, store: Store, now: @escaping @Sendable () -> UnixTime) {
        self.source = source
        self.now = now
        let exchange = client.exchange(userAgent: "weatherd/\(Release.version)")
        self.exchange = { query async throws(FetchFailure) in
            store.countRequest(at: now())
            return try await exchange(query)
        }
    }

    /// The first report that a provider gives, in the order of the configuration.
    func report(for coordinate: Coordinate) async throws(FetchFailure) -> Report {
        let configuration = source.configuration
        var first: FetchFailure?
        for name in configuration.providers {
            do throws(FetchFailure) {
                return try await provider(name, configuration).report(for: coordinate, at: now())
            } catch {
                if Task.isCancelled { throw error }
                first = first ?? error
            }
        }
        throw first ?? .unreachable(host: "weatherd", reason: "no provider is configured")
    }

    private func provider(_ name: Configuration.ProviderName, _ configuration: Configuration) -> any ForecastProvider {
        switch name {
        case .openMeteo: OpenMeteo(baseURL: configuration.openMeteoURL, exchange: exchange)
        case .sample: Sample()
        }
    }
}

import Endpoints
public import HTTP
public import Providers
public import Weather

/// [Open-Meteo](https://open-meteo.com/en/docs): worldwide, without a key, free for non-commercial use.
public struct OpenMeteo: DescribedProvider {
    public let facts = ProviderFacts.openMeteo

    private let service: OpenMeteoService<Report>

    /// - Parameter baseURL: `https://api.open-meteo.com`, or another host with the same API.
    public init(baseURL: String, exchange: @escaping HTTPExchange) {
        let baseURL = baseURL.asBaseURL
        service = OpenMeteoService(exchange: exchange) { Self.query(for: $0, baseURL: baseURL) }
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        try await service.report(for: coordinate, at: now)
    }

    public func reports(
        for coordinates: [Coordinate], at now: UnixTime, renewing previous: [Coordinate: Report]
    ) async throws(FetchFailure) -> [Result<Report, FetchFailure>] {
        try await service.reports(for: coordinates, at: now)
    }
}

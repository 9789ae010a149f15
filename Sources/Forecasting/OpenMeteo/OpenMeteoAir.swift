import Endpoints
public import HTTP
public import Providers
public import Weather

/// [Open-Meteo's air quality](https://open-meteo.com/en/docs/air-quality-api): worldwide, with pollen in Europe;
/// without a key, free for non-commercial use.
public struct OpenMeteoAir: DescribedProvider {
    public let facts = ProviderFacts.openMeteoAir

    private let service: OpenMeteoService<AirReport>

    /// - Parameter baseURL: `https://air-quality-api.open-meteo.com`, or another host with the same API.
    public init(baseURL: String, exchange: @escaping HTTPExchange) {
        let baseURL = baseURL.asBaseURL
        service = OpenMeteoService(exchange: exchange) { Self.query(for: $0, baseURL: baseURL) }
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: AirReport?
    ) async throws(FetchFailure) -> AirReport {
        try await service.report(for: coordinate, at: now)
    }

    public func reports(
        for coordinates: [Coordinate], at now: UnixTime, renewing previous: [Coordinate: AirReport]
    ) async throws(FetchFailure) -> [Result<AirReport, FetchFailure>] {
        try await service.reports(for: coordinates, at: now)
    }

    /// Today and tomorrow, since days begin at midnight.
    private static let days = 2
    /// For the means of 24 hours.
    private static let pastDays = 1

    /// Maximum bytes of answer per additional place, several times the usual size.
    private static let answerShare = 30 << 10

    private static func query(for coordinates: [Coordinate], baseURL: String) -> HTTPQuery {
        HTTPQuery(
            openMeteo: "\(baseURL)/v1/air-quality", for: coordinates,
            [
                ("hourly", OpenMeteoField<AirQuality>.all.flatMap(\.names).joined(separator: ",")),
                ("past_days", "\(pastDays)"), ("forecast_days", "\(days)"),
            ], answerShare: answerShare)
    }
}

import Endpoints
public import HTTP
public import Providers
public import Weather

/// [Open-Meteo's air quality](https://open-meteo.com/en/docs/air-quality-api): worldwide, with pollen in Europe;
/// without a key, free for non-commercial use.
public struct OpenMeteoAir: ReportProvider {
    public static let identity = ProviderFacts.openMeteoAir.identity

    public var identity: Provider { Self.identity }

    public static let limits = ProviderFacts.openMeteoAir.limits

    public var limits: ProviderLimits { Self.limits }

    private let baseURL: String
    private let exchange: HTTPExchange

    /// - Parameter baseURL: `https://air-quality-api.open-meteo.com`, or another host with the same API.
    public init(baseURL: String, exchange: @escaping HTTPExchange) {
        self.baseURL = baseURL.asBaseURL
        self.exchange = exchange
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: AirReport?
    ) async throws(FetchFailure) -> AirReport {
        let query = query(for: [coordinate])
        return try Self.report(from: await exchange(query), of: query.host, for: coordinate, at: now)
    }

    public func reports(
        for coordinates: [Coordinate], at now: UnixTime, renewing previous: [Coordinate: AirReport]
    ) async throws(FetchFailure) -> [Result<AirReport, FetchFailure>] {
        guard !coordinates.isEmpty else { return [] }
        let query = query(for: coordinates)
        return try await exchange(query).openMeteoReports(of: query.host, for: coordinates) {
            answer, coordinate throws(FetchFailure) in
            try Self.report(from: answer, of: query.host, for: coordinate, at: now)
        }
    }

    static func report(
        from answer: HTTPAnswer, of host: String, for coordinate: Coordinate, at now: UnixTime
    ) throws(FetchFailure) -> AirReport {
        let content = try OpenMeteoAnswer(answer, from: host, at: now)
        guard let report = AirReport(content, for: coordinate, at: now) else {
            throw .malformed(host: host, reason: "the answer contains no air quality")
        }
        return report
    }

    /// Today and tomorrow, since days begin at midnight.
    private static let days = 2
    /// For the means of 24 hours.
    private static let pastDays = 1

    /// Maximum bytes of answer per additional place, several times the usual size.
    private static let answerShare = 30 << 10

    private func query(for coordinates: [Coordinate]) -> HTTPQuery {
        HTTPQuery(
            openMeteo: "\(baseURL)/v1/air-quality", for: coordinates,
            [
                ("hourly", OpenMeteoField<AirQuality>.all.flatMap(\.names).joined(separator: ",")),
                ("past_days", "\(Self.pastDays)"), ("forecast_days", "\(Self.days)"),
            ], answerShare: Self.answerShare)
    }
}

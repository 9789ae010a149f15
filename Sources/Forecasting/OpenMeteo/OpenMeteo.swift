import Endpoints
public import HTTP
public import Providers
public import Weather

/// [Open-Meteo](https://open-meteo.com/en/docs): worldwide, without a key, free for non-commercial use.
public struct OpenMeteo: ReportProvider {
    public static let identity = ProviderFacts.openMeteo.identity

    public var identity: Provider { Self.identity }

    public static let limits = ProviderFacts.openMeteo.limits

    public var limits: ProviderLimits { Self.limits }

    private let baseURL: String
    private let exchange: HTTPExchange

    /// - Parameter baseURL: `https://api.open-meteo.com`, or another host with the same API.
    public init(baseURL: String, exchange: @escaping HTTPExchange) {
        self.baseURL = baseURL.asBaseURL
        self.exchange = exchange
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        let query = Self.query(for: [coordinate], baseURL: baseURL)
        let answer = try await exchange(query)
        return try Self.report(from: answer, of: query.host, for: coordinate, at: now)
    }

    public func reports(
        for coordinates: [Coordinate], at now: UnixTime, renewing previous: [Coordinate: Report]
    ) async throws(FetchFailure) -> [Result<Report, FetchFailure>] {
        guard !coordinates.isEmpty else { return [] }
        let query = Self.query(for: coordinates, baseURL: baseURL)
        let answer = try await exchange(query)
        return try Self.reports(from: answer, of: query.host, for: coordinates, at: now)
    }

    /// - Parameter host: the sender, for failures.
    static func reports(
        from answer: HTTPAnswer, of host: String, for coordinates: [Coordinate], at now: UnixTime
    ) throws(FetchFailure) -> [Result<Report, FetchFailure>] {
        try answer.openMeteoReports(of: host, for: coordinates) { answer, coordinate throws(FetchFailure) in
            let report = try report(from: answer, of: host, for: coordinate, at: now)
            return coordinates.count == 1 ? report : report.compacted
        }
    }

    /// - Parameter host: the sender, for failures.
    static func report(
        from answer: HTTPAnswer, of host: String, for coordinate: Coordinate, at now: UnixTime
    ) throws(FetchFailure) -> Report {
        let content = try OpenMeteoAnswer(answer, from: host, at: now)
        guard let report = Report(content, for: coordinate, at: now) else {
            throw .malformed(host: host, reason: "the response contains no weather")
        }
        return report
    }
}

import Endpoints
public import HTTP
public import Weather

/// [Open-Meteo](https://open-meteo.com/en/docs): worldwide, without a key, free for use that is not commercial.
public struct OpenMeteo: ReportProvider {
    public static let identity = Provider(
        id: "open-meteo", name: "Open-Meteo", attribution: "Weather data by Open-Meteo.com")

    public var identity: Provider { Self.identity }

    /// The service counts a place as one call for each ten variables asked for, and ours are 56; it allows 600 calls a
    /// minute, 5,000 an hour and 10,000 a day for an address (<https://open-meteo.com/en/pricing> and
    /// <https://open-meteo.com/en/terms>). That makes 107 places a minute and 1,785 a day. It sets no length to a list;
    /// with 67 places the address stays near 3 KB, the answer at some 3 MB, and 200 places are three requests.
    public static let limits = ProviderLimits(batch: 67, placesAMinute: 100, placesADay: 1785)

    public var limits: ProviderLimits { Self.limits }

    private let baseURL: String
    private let exchange: HTTPExchange

    /// - Parameter baseURL: `https://api.open-meteo.com`, or where else the same interface is served.
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

    /// The reports that an answer holds.
    ///
    /// - Parameter host: who answered, for the failure.
    static func reports(
        from answer: HTTPAnswer, of host: String, for coordinates: [Coordinate], at now: UnixTime
    ) throws(FetchFailure) -> [Result<Report, FetchFailure>] {
        try answer.openMeteoReports(of: host, for: coordinates) { answer, coordinate throws(FetchFailure) in
            let report = try report(from: answer, of: host, for: coordinate, at: now)
            return coordinates.count == 1 ? report : report.compacted
        }
    }

    /// The report that an answer holds.
    ///
    /// - Parameter host: who answered, for the failure.
    static func report(
        from answer: HTTPAnswer, of host: String, for coordinate: Coordinate, at now: UnixTime
    ) throws(FetchFailure) -> Report {
        let content = try OpenMeteoAnswer(answer, from: host, at: now)
        guard let report = Report(content, for: coordinate, at: now) else {
            throw .malformed(host: host, reason: "there is no weather in the answer")
        }
        return report
    }
}

import Endpoints
public import HTTP
public import Providers
public import Weather

/// [Open-Meteo](https://open-meteo.com/en/docs): worldwide, without a key, free for non-commercial use.
public struct OpenMeteo: ReportProvider {
    public static let identity = ProviderFacts.openMeteo.identity

    public var identity: Provider { Self.identity }

    public var limits: ProviderLimits { ProviderFacts.openMeteo(models: models.count).limits }

    private let baseURL: String
    private let models: [String]
    private let altitude: @Sendable (Coordinate) -> Double?
    private let exchange: HTTPExchange

    /// - Parameters:
    ///   - baseURL: `https://api.open-meteo.com`, or another host with the same API.
    ///   - models: in the order of preference; empty for the service's choice.
    ///   - altitude: of a place above sea level, m; nil when unknown, for the service's terrain model.
    public init(
        baseURL: String, models: [String] = [], altitude: @escaping @Sendable (Coordinate) -> Double? = { _ in nil },
        exchange: @escaping HTTPExchange
    ) {
        self.baseURL = baseURL.asBaseURL
        self.models = models
        self.altitude = altitude
        self.exchange = exchange
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        let query = query(for: [coordinate])
        let answer = try await exchange(query)
        return try Self.report(from: answer, of: query.host, for: coordinate, at: now, models: models)
    }

    /// A list has elevations for all places or for none, so places with a known altitude have their own request.
    public func reports(
        for coordinates: [Coordinate], at now: UnixTime, renewing previous: [Coordinate: Report]
    ) async throws(FetchFailure) -> [Result<Report, FetchFailure>] {
        let known = coordinates.filter { altitude($0) != nil }
        guard !known.isEmpty, known.count < coordinates.count else { return try await list(coordinates, at: now) }
        let others = coordinates.filter { altitude($0) == nil }
        var results: [Coordinate: Result<Report, FetchFailure>] = [:]
        for places in [known, others] {
            do throws(FetchFailure) {
                for (place, result) in zip(places, try await list(places, at: now)) { results[place] = result }
            } catch {
                for place in places { results[place] = .failure(error) }
            }
        }
        return coordinates.map { results[$0] ?? .failure(.noNetwork) }
    }

    private func list(
        _ coordinates: [Coordinate], at now: UnixTime
    ) async throws(FetchFailure) -> [Result<Report, FetchFailure>] {
        guard !coordinates.isEmpty else { return [] }
        let query = query(for: coordinates)
        let answer = try await exchange(query)
        return try Self.reports(from: answer, of: query.host, for: coordinates, at: now, models: models)
    }

    private func query(for coordinates: [Coordinate]) -> HTTPQuery {
        Self.query(
            for: coordinates, baseURL: baseURL, models: models, elevations: coordinates.compactMap { altitude($0) })
    }

    /// - Parameter host: the sender, for failures.
    static func reports(
        from answer: HTTPAnswer, of host: String, for coordinates: [Coordinate], at now: UnixTime,
        models: [String] = []
    ) throws(FetchFailure) -> [Result<Report, FetchFailure>] {
        try answer.openMeteoReports(of: host, for: coordinates) { answer, coordinate throws(FetchFailure) in
            let report = try report(from: answer, of: host, for: coordinate, at: now, models: models)
            return coordinates.count == 1 ? report : report.compacted
        }
    }

    /// - Parameter host: the sender, for failures.
    static func report(
        from answer: HTTPAnswer, of host: String, for coordinate: Coordinate, at now: UnixTime, models: [String] = []
    ) throws(FetchFailure) -> Report {
        let content: OpenMeteoAnswer
        do throws(FetchFailure) {
            content = try OpenMeteoAnswer(answer, from: host, at: now)
        } catch {
            throw models.isEmpty ? error : error.ofModels
        }
        let hasQuarters = hasQuarterHours(of: models)
        guard let report = Report(content.merging(models), for: coordinate, at: now, hasQuarterHours: hasQuarters)
        else {
            throw .malformed(host: host, reason: "the answer contains no weather")
        }
        return report
    }
}

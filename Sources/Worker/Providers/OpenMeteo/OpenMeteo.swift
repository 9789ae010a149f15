public import HTTP
public import Weather
public import WorkerProtocol

/// [Open-Meteo](https://open-meteo.com/en/docs): worldwide, without a key, free for non-commercial use.
public struct OpenMeteo: DescribedProvider {
    public let facts: ProviderFacts

    private let altitude: @Sendable (Coordinate) -> Double?
    private let service: OpenMeteoService<Report>

    /// - Parameters:
    ///   - baseURL: `https://api.open-meteo.com`, or another host with the same API.
    ///   - models: in the order of preference; empty for the service's choice.
    ///   - altitude: of a place above sea level, m; nil when unknown, for the service's terrain model.
    ///   - unknownNames: what the server is known not to know.
    public init(
        baseURL: String, models: [String] = [], altitude: @escaping @Sendable (Coordinate) -> Double? = { _ in nil },
        unknownNames: OpenMeteoUnknownNames = OpenMeteoUnknownNames(), exchange: @escaping HTTPExchange
    ) {
        let baseURL = baseURL.asBaseURL
        facts = .openMeteo(models: models.count)
        self.altitude = altitude
        service = OpenMeteoService(
            exchange: exchange, endpoint: Self.endpoint(baseURL), unknownNames: unknownNames
        ) { places in
            Self.request(models: models, elevations: places.compactMap { altitude($0) }, of: places.count)
        }
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        try await service.report(for: coordinate, at: now)
    }

    /// A list has elevations for all places or for none, so places with a known altitude have their own request.
    public func reports(
        for coordinates: [Coordinate], at now: UnixTime, renewing previous: [Coordinate: Report]
    ) async throws(FetchFailure) -> [Result<Report, FetchFailure>] {
        let known = coordinates.filter { altitude($0) != nil }
        guard !known.isEmpty, known.count < coordinates.count else {
            return try await service.reports(for: coordinates, at: now)
        }
        let others = coordinates.filter { altitude($0) == nil }
        var results: [Coordinate: Result<Report, FetchFailure>] = [:]
        for places in [known, others] {
            do throws(FetchFailure) {
                let reports = try await service.reports(for: places, at: now)
                for (place, result) in zip(places, reports) { results[place] = result }
            } catch {
                for place in places { results[place] = .failure(error) }
            }
        }
        return coordinates.map { results[$0] ?? .failure(.noNetwork) }
    }
}

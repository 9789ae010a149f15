public import HTTP
public import Weather
public import WorkerProtocol

/// Aviation weather reports (METAR) of airports worldwide, from the
/// [Aviation Weather Center](https://aviationweather.gov/data/api/) of the United States, without a key.
public struct AviationWeather: DescribedProvider {
    public let facts = ProviderFacts.aviationWeather

    private let baseURL: String
    private let exchange: HTTPExchange

    /// - Parameter baseURL: `https://aviationweather.gov`, or another host with the same API.
    public init(baseURL: String, exchange: @escaping HTTPExchange) {
        self.baseURL = baseURL.asBaseURL
        self.exchange = exchange
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: ObservationReport?
    ) async throws(FetchFailure) -> ObservationReport {
        var observations: [Observation] = []
        for box in CoordinateBox.boxes(around: coordinate, reaching: Observation.longestDistance) {
            let reports = try await reports(in: box, at: now)
            observations += reports.prefix(Self.mostReports).compactMap { Observation(metar: $0, near: coordinate) }
        }
        return ObservationReport(choosing: observations, for: coordinate, from: identity, at: now)
    }

    private func reports(in box: CoordinateBox, at now: UnixTime) async throws(FetchFailure) -> [JSONValue] {
        let (south, north) = (box.latitudes.lowerBound, box.latitudes.upperBound)
        let (west, east) = (box.longitudes.lowerBound, box.longitudes.upperBound)
        let edges = [south, west, north, east].map(Coordinate.queryDegrees).joined(separator: ",")
        let query = HTTPQuery(url: "\(baseURL)/api/data/metar?bbox=\(edges)&format=json")
        let answer = try await exchange(query)
        // There is no station in the box.
        if answer.status == 204 { return [] }
        if let failure = answer.failure(from: query.host, at: now, reason: nil) { throw failure }
        guard case .array(let reports) = try JSONValue(answer, from: query.host) else {
            throw .malformed(host: query.host, reason: "the response contains no list of reports")
        }
        return reports
    }

    /// Several times the hourly reports of any region's airports.
    private static let mostReports = 400
}

import Endpoints
import Glibc
public import HTTP
public import Providers
public import Weather

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
        for box in Self.boxes(around: coordinate) {
            let reports = try await reports(in: box, at: now)
            observations += reports.prefix(Self.mostReports).compactMap { Observation(metar: $0, near: coordinate) }
        }
        return ObservationReport(choosing: observations, for: coordinate, from: identity, at: now)
    }

    private func reports(in box: [Double], at now: UnixTime) async throws(FetchFailure) -> [JSONValue] {
        let edges = box.map(Coordinate.queryDegrees).joined(separator: ",")
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

    /// South, west, north and east of the stations that are near enough. A box cannot cross the 180th meridian: near it there
    /// are two.
    private static func boxes(around coordinate: Coordinate) -> [[Double]] {
        let north = Observation.longestDistance / (Coordinate.earthRadius * .pi / 180)
        let latitudes = (max(-90, coordinate.latitude - north), min(90, coordinate.latitude + north))
        // Near a pole, all meridians are near.
        let narrowest = max(latitudes.1.magnitude, latitudes.0.magnitude)
        let east = narrowest < 89 ? north / cos(narrowest * .pi / 180) : 180
        func box(_ west: Double, _ east: Double) -> [Double] { [latitudes.0, west, latitudes.1, east] }
        guard east < 180 else { return [box(-180, 180)] }
        let (western, eastern) = (coordinate.longitude - east, coordinate.longitude + east)
        if western < -180 { return [box(western + 360, 180), box(-180, eastern)] }
        if eastern > 180 { return [box(western, 180), box(-180, eastern - 360)] }
        return [box(western, eastern)]
    }
}

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
        let box = Self.box(around: coordinate).map(Coordinate.queryDegrees).joined(separator: ",")
        let query = HTTPQuery(url: "\(baseURL)/api/data/metar?bbox=\(box)&format=json")
        let answer = try await exchange(query)
        // There is no station in the box.
        if answer.status == 204 { return ObservationReport(choosing: [], for: coordinate, from: identity, at: now) }
        if let failure = answer.failure(from: query.host, at: now, reason: nil) { throw failure }
        guard case .array(let reports) = try JSONValue(answer, from: query.host) else {
            throw .malformed(host: query.host, reason: "the response contains no list of reports")
        }
        return ObservationReport(
            choosing: reports.prefix(Self.mostReports).compactMap { Observation(metar: $0, near: coordinate) },
            for: coordinate, from: identity, at: now)
    }

    /// Several times the hourly reports of any region's airports.
    private static let mostReports = 400

    /// South, west, north and east of the stations that are near enough. A box cannot cross the 180th meridian, so
    /// stations beyond it are omitted.
    private static func box(around coordinate: Coordinate) -> [Double] {
        let north = Observation.longestDistance / (Coordinate.earthRadius * .pi / 180)
        let latitudes = (max(-90, coordinate.latitude - north), min(90, coordinate.latitude + north))
        // Near a pole, all meridians are near.
        let narrowest = max(latitudes.1.magnitude, latitudes.0.magnitude)
        let east = narrowest < 89 ? north / cos(narrowest * .pi / 180) : 180
        let longitudes = (max(-180, coordinate.longitude - east), min(180, coordinate.longitude + east))
        return [latitudes.0, longitudes.0, latitudes.1, longitudes.1]
    }
}

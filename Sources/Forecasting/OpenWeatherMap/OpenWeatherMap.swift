public import Endpoints
public import HTTP
public import Providers
public import Weather

/// [OpenWeatherMap](https://openweathermap.org/api) with a free key: current weather, and five days in steps of three
/// hours.
public struct OpenWeatherMap: DescribedProvider {
    public let facts = ProviderFacts.openWeatherMap

    private let service: OpenWeatherMapService
    private let timeZone: @Sendable (Coordinate) async -> String?

    /// - Parameters:
    ///   - baseURL: `https://api.openweathermap.org`, or another host with the same API.
    ///   - timeZone: of a place, as in tzdata, since the service does not provide it. If nil or unknown, the service's
    ///     UTC offset is used as the zone.
    public init(
        baseURL: String, key: APIKey, timeZone: @escaping @Sendable (Coordinate) async -> String?,
        exchange: @escaping HTTPExchange
    ) {
        service = OpenWeatherMapService(baseURL: baseURL, key: key, exchange: exchange)
        self.timeZone = timeZone
    }

    /// - Parameter previous: contains today's past hours, which the service no longer sends.
    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        let present = try await service.content("/data/2.5/weather", of: coordinate, at: now)
        let forecast = try await service.content("/data/2.5/forecast", of: coordinate, at: now)
        let calendar = PlaceCalendar(
            zone: await timeZone(coordinate),
            utcOffset: present["timezone"].integer ?? forecast["city"]["timezone"].integer)
        let report = Report(
            present: present, forecast: forecast, for: coordinate, in: calendar, at: now, after: previous)
        guard let report else { throw service.nothing }
        return report
    }
}

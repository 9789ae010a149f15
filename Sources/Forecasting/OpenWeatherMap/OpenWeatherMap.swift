public import Endpoints
public import HTTP
public import Providers
public import Weather

/// [OpenWeatherMap](https://openweathermap.org/api) with a free key: the weather of now and five days in steps of three hours.
public struct OpenWeatherMap: ReportProvider {
    public static let identity = ProviderFacts.openWeatherMap.identity

    public var identity: Provider { Self.identity }

    public static let limits = ProviderFacts.openWeatherMap.limits

    public var limits: ProviderLimits { Self.limits }

    private let service: OpenWeatherMapService
    private let timeZone: @Sendable (Coordinate) async -> String?

    /// - Parameters:
    ///   - baseURL: `https://api.openweathermap.org`, or where else the same interface is served.
    ///   - timeZone: of a place, as tzdata names it, which the service does not tell. Where it is nil, or tzdata does not
    ///     know it, the offset from Greenwich that the service gives has to do for a zone.
    public init(
        baseURL: String, key: APIKey, timeZone: @escaping @Sendable (Coordinate) async -> String?,
        exchange: @escaping HTTPExchange
    ) {
        service = OpenWeatherMapService(baseURL: baseURL, key: key, exchange: exchange)
        self.timeZone = timeZone
    }

    /// - Parameter previous: has the hours of today that are over by now, which the service no longer tells.
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

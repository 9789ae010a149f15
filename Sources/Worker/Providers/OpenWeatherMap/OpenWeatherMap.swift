public import HTTP
public import Weather
public import WorkerProtocol

/// [OpenWeatherMap](https://openweathermap.org/api) with a free key: current weather, and five days in steps of three
/// hours.
public struct OpenWeatherMap: DescribedProvider {
    public let facts = ProviderFacts.openWeatherMap

    private let service: OpenWeatherMapService
    private let timeZone: @Sendable (Coordinate) async -> String?
    private let notice: @Sendable (ProviderNotice) -> Void

    /// - Parameters:
    ///   - baseURL: `https://api.openweathermap.org`, or another host with the same API.
    ///   - timeZone: of a place, as in tzdata, since the service does not provide it. If nil or unknown, the service's
    ///     UTC offset is used as the zone.
    ///   - notice: receives notices for the log.
    public init(
        baseURL: String, key: APIKey, timeZone: @escaping @Sendable (Coordinate) async -> String?,
        exchange: @escaping HTTPExchange, notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in }
    ) {
        service = OpenWeatherMapService(baseURL: baseURL, key: key, exchange: exchange)
        self.timeZone = timeZone
        self.notice = notice
    }

    /// - Parameter previous: contains today's past hours, which the service no longer sends.
    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        var parts = ReportParts(notice: notice)
        let present =
            await parts.take("the current weather") { () async throws(FetchFailure) in
                try await service.content("/data/2.5/weather", of: coordinate, at: now)
            } ?? .null
        let forecast =
            await parts.take("the forecast") { () async throws(FetchFailure) in
                try await service.content("/data/2.5/forecast", of: coordinate, at: now)
            } ?? .null
        // The stored forecast is better than none.
        if forecast == .null, previous?.hour(at: now) != nil, let failure = parts.lastFailure { throw failure }
        let calendar = PlaceCalendar(
            zone: await timeZone(coordinate),
            utcOffset: present["timezone"].integer ?? forecast["city"]["timezone"].integer)
        var report = Report(
            present: present, forecast: forecast, for: coordinate, in: calendar, at: now, after: previous)
        report?.missing = parts.missing
        guard let report else { throw parts.firstFailure ?? service.nothing }
        return report
    }
}

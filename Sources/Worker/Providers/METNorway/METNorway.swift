public import HTTP
public import Weather
public import WorkerProtocol

/// [MET Norway](https://api.met.no/weatherapi/locationforecast/2.0/documentation): worldwide, best in the Nordic
/// countries, without a key. Callers must send a User-Agent with contact details, and must not request before the last
/// answer's `expires`.
public struct METNorway: DescribedProvider {
    public let facts = ProviderFacts.metNorway

    private let service: METNorwayService
    private let timeZone: @Sendable (Coordinate) async -> String?
    private let altitude: @Sendable (Coordinate) -> Double?

    /// - Parameters:
    ///   - baseURL: `https://api.met.no`, or another host with the same API.
    ///   - timeZone: of a place, as in tzdata. If nil or unknown, whole hours estimated from the longitude.
    ///   - altitude: of a place, metres above sea level, to which the service adjusts temperatures; nil for the
    ///     service's topography with a resolution of 1 km.
    ///   - notice: receives notices for the log.
    public init(
        baseURL: String, timeZone: @escaping @Sendable (Coordinate) async -> String?,
        altitude: @escaping @Sendable (Coordinate) -> Double? = { _ in nil }, exchange: @escaping HTTPExchange,
        notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in }
    ) {
        service = METNorwayService(baseURL: baseURL.asBaseURL, exchange: exchange, notice: notice)
        self.timeZone = timeZone
        self.altitude = altitude
    }

    /// - Parameter previous: contains today's past hours, which the service no longer sends.
    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        // Reports of version 0.1.0 cannot be renewed: their days covered only the evening.
        let isRenewable =
            previous?.provider.id == identity.id && previous?.coordinate == coordinate && previous?.currentOrigin != nil
        let previous = isRenewable ? previous : nil
        let answer = try await service.answer(
            "/weatherapi/locationforecast/2.0/complete", for: coordinate,
            parameters: altitude(coordinate).flatMap { Int(exactly: $0.rounded()) }.map { "&altitude=\($0)" } ?? "",
            renewing: previous?.httpFreshness, at: now)
        let httpFreshness = service.httpFreshness(of: answer, renewing: previous?.httpFreshness, at: now)
        if answer.status == 304, let previous {
            // The forecast is unchanged, but the current weather is that of another moment.
            var report = previous.confirmed(at: now, httpFreshness: httpFreshness)
            let calendar = PlaceCalendar(timeZone: previous.timeZone, at: coordinate)
            report.setPresent(DerivedWeather(coordinate: coordinate, calendar: calendar), at: now)
            return report
        }
        let json = try JSONValue(answer, from: service.host)
        let calendar = PlaceCalendar(timeZone: await timeZone(coordinate), at: coordinate)
        guard var report = Report(json, for: coordinate, in: calendar, at: now, after: previous) else {
            throw .malformed(host: service.host, reason: "the response contains no weather")
        }
        report.httpFreshness = httpFreshness
        return report
    }
}

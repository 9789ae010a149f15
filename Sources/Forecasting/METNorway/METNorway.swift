import Endpoints
public import HTTP
public import Providers
public import Weather

/// [MET Norway](https://api.met.no/weatherapi/locationforecast/2.0/documentation): worldwide, best in the Nordic countries,
/// without a key. The User-Agent has to say how its author can be reached, and nothing may be asked before the `expires`
/// of the last answer's promise: both are the caller's to heed.
public struct METNorway: ReportProvider {
    public static let identity = ProviderFacts.metNorway.identity

    public var identity: Provider { Self.identity }

    private let service: METNorwayService
    private let timeZone: @Sendable (Coordinate) async -> String?
    private let altitude: @Sendable (Coordinate) -> Double?

    /// - Parameters:
    ///   - baseURL: `https://api.met.no`, or where else the same interface is served.
    ///   - timeZone: of a place, as tzdata names it. Where it is nil, or tzdata does not know it, the zone is that of the
    ///     sun: whole hours by the longitude.
    ///   - altitude: of a place, metres above sea level, which the service adjusts temperatures to; nil leaves it to the
    ///     service's topography of one kilometre's resolution.
    ///   - notice: takes what is worth a line in the log.
    public init(
        baseURL: String, timeZone: @escaping @Sendable (Coordinate) async -> String?,
        altitude: @escaping @Sendable (Coordinate) -> Double? = { _ in nil }, exchange: @escaping HTTPExchange,
        notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in }
    ) {
        service = METNorwayService(baseURL: baseURL.asBaseURL, exchange: exchange, notice: notice)
        self.timeZone = timeZone
        self.altitude = altitude
    }

    /// - Parameter previous: has the hours of today that are over by now, which the service no longer tells.
    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        // What version 0.1.0 made of an answer is not renewed: its days were those of the evening alone.
        let isRenewable =
            previous?.provider.id == identity.id && previous?.coordinate == coordinate && previous?.currentOrigin != nil
        let previous = isRenewable ? previous : nil
        let answer = try await service.answer(
            "/weatherapi/locationforecast/2.0/complete", for: coordinate,
            parameters: altitude(coordinate).flatMap { Int(exactly: $0.rounded()) }.map { "&altitude=\($0)" } ?? "",
            renewing: previous?.promise, at: now)
        let promise = service.promise(of: answer, renewing: previous?.promise, at: now)
        if answer.status == 304, let previous {
            // The forecast still holds, but of it another moment is the present.
            var report = previous.confirmed(at: now, promise: promise)
            let calendar = PlaceCalendar(timeZone: previous.timeZone, at: coordinate)
            report.setPresent(Reckoning(coordinate: coordinate, calendar: calendar), at: now)
            return report
        }
        let json = try JSONValue(answer, from: service.host)
        let calendar = PlaceCalendar(timeZone: await timeZone(coordinate), at: coordinate)
        guard var report = Report(json, for: coordinate, in: calendar, at: now, after: previous) else {
            throw .malformed(host: service.host, reason: "there is no weather in the answer")
        }
        report.promise = promise
        return report
    }
}

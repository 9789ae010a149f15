public import HTTP
public import Weather
public import WorkerProtocol

/// The radar nowcast of rain and snow for the next two hours in the Nordic countries, from
/// [Nowcast 2.0](https://api.met.no/weatherapi/nowcast/2.0/documentation).
public struct METNowcast: DescribedProvider {
    public let facts = ProviderFacts.metNowcast

    private let service: METNorwayService

    /// - Parameters:
    ///   - baseURL: `https://api.met.no`, or another host with the same API.
    ///   - notice: receives notices for the log.
    public init(
        baseURL: String, exchange: @escaping HTTPExchange,
        notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in }
    ) {
        service = METNorwayService(baseURL: baseURL.asBaseURL, exchange: exchange, notice: notice)
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: RadarReport?
    ) async throws(FetchFailure) -> RadarReport {
        let previous = previous?.provider.id == identity.id && previous?.coordinate == coordinate ? previous : nil
        let answer = try await service.answer(
            "/weatherapi/nowcast/2.0/complete", for: coordinate, renewing: previous?.httpFreshness, at: now)
        let httpFreshness = service.httpFreshness(of: answer, renewing: previous?.httpFreshness, at: now)
        if answer.status == 304, let previous { return previous.confirmed(at: now, httpFreshness: httpFreshness) }
        let properties = try JSONValue(answer, from: service.host)["properties"]
        var report = RadarReport(
            coordinate: coordinate, provider: identity, fetchedAt: now, httpFreshness: httpFreshness)
        switch properties["meta"]["radar_coverage"].text {
        case "ok": report.precipitation = Self.steps(properties)
        case "temporarily unavailable": break
        case "no coverage": throw .notCovered(host: service.host, reason: "no radar covers the place")
        default:
            throw .malformed(host: service.host, reason: "the response contains no radar coverage")
        }
        return report
    }

    /// A response has 24, for two hours.
    private static let mostSteps = 50
    /// s.
    private static let stepDuration = 300

    /// A rate applies to the five minutes that begin at its time.
    private static func steps(_ properties: JSONValue) -> PrecipitationSeries {
        let units = METUnits(properties["meta"]["units"])
        return PrecipitationSeries(
            properties["timeseries"].elements.prefix(mostSteps).compactMap { entry in
                guard let time = entry["time"].timestamp else { return nil }
                let rate = units.value("precipitation_rate", .depth, in: entry["data"]["instant"]["details"])
                return PrecipitationStep(
                    end: time.advanced(by: stepDuration), duration: stepDuration,
                    amount: rate.map { $0 * Double(stepDuration) / 3600 })
            })
    }
}

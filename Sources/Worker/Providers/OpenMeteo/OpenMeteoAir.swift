public import HTTP
public import Weather
public import WorkerProtocol

/// [Open-Meteo's air quality](https://open-meteo.com/en/docs/air-quality-api): worldwide, with pollen in Europe;
/// without a key, free for non-commercial use.
public struct OpenMeteoAir: DescribedProvider {
    public let facts = ProviderFacts.openMeteoAir

    private let service: OpenMeteoService<AirReport>

    /// - Parameters:
    ///   - baseURL: `https://air-quality-api.open-meteo.com`, or another host with the same API.
    ///   - unknownNames: what the server is known not to know.
    public init(
        baseURL: String, unknownNames: OpenMeteoUnknownNames = OpenMeteoUnknownNames(), exchange: @escaping HTTPExchange
    ) {
        let endpoint = OpenMeteoEndpoint(url: "\(baseURL.asBaseURL)/v1/air-quality", answerShare: Self.answerShare)
        service = OpenMeteoService(exchange: exchange, endpoint: endpoint, unknownNames: unknownNames) { _ in
            Self.request
        }
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: AirReport?
    ) async throws(FetchFailure) -> AirReport {
        try await service.report(for: coordinate, at: now)
    }

    public func reports(
        for coordinates: [Coordinate], at now: UnixTime, renewing previous: [Coordinate: AirReport]
    ) async throws(FetchFailure) -> [Result<AirReport, FetchFailure>] {
        try await service.reports(for: coordinates, at: now)
    }

    /// Today and tomorrow, since days begin at midnight.
    private static let days = 2
    /// For the means of 24 hours.
    private static let pastDays = 1

    /// Maximum bytes of answer per additional place, several times the usual size.
    private static let answerShare = 30 << 10

    /// Any value makes a report.
    private static let request = OpenMeteoRequest(
        [OpenMeteoRequest.List(parameter: "hourly", names: OpenMeteoField<AirQuality>.all.flatMap(\.names))],
        [("past_days", "\(pastDays)"), ("forecast_days", "\(days)")],
        required: [UnknownName(parameter: "hourly")])
}

extension AirReport: OpenMeteoContent {
    static var subject: String { "air quality" }

    /// Air quality is compact as it is.
    var compacted: AirReport { self }

    init?(_ answer: OpenMeteoAnswer, for coordinate: Coordinate, at now: UnixTime) {
        let (calendar, utcOffset) = answer.clock(at: now)
        // Means need the hours of a day. Without newer ones, only current values remain.
        let hours = answer.hourlyRows(utcOffset: utcOffset)
            .filter { now < $0.time.advanced(by: Self.longestMean) }
            .compactMap { AirQuality($0.row, time: $0.time) }
        let present = answer.current.rows(utcOffset: utcOffset).compactMap { AirQuality($0.row, time: $0.time) }
        let known = hours.contains { now < $0.time.advanced(by: 3600) } ? hours : present
        if known.isEmpty { return nil }
        self.init(
            coordinate: coordinate, timeZone: answer.timeZone == nil ? nil : calendar.identifier,
            provider: ProviderFacts.openMeteoAir.identity, fetchedAt: now, hours: known)
    }

    /// Seconds.
    private static let longestMean = 86_400
}

extension AirQuality {
    /// nil when nothing is known.
    fileprivate init?(_ row: OpenMeteoRow, time: UnixTime) {
        self.init(time: time)
        for field in OpenMeteoField<AirQuality>.all { field.quantity.set(&self, row.value(field)) }
        if self == AirQuality(time: time) { return nil }
    }
}

public import HTTP
public import Weather
public import WorkerProtocol

/// [Open-Meteo's archive](https://open-meteo.com/en/docs/historical-weather-api): reanalyses, worldwide, without a key,
/// free for non-commercial use. Normals are computed from its last ten whole years.
public struct OpenMeteoArchive: DescribedProvider {
    public let facts = ProviderFacts.openMeteoArchive

    private let altitude: @Sendable (Coordinate) -> Double?
    private let unknownNames: OpenMeteoUnknownNames
    private let endpoint: OpenMeteoEndpoint
    private let exchange: HTTPExchange

    /// - Parameters:
    ///   - baseURL: `https://archive-api.open-meteo.com`, or another host with the same API.
    ///   - altitude: the place's altitude above sea level, as for the forecast, m; nil when unknown.
    ///   - unknownNames: what the server is known not to know.
    public init(
        baseURL: String, altitude: @escaping @Sendable (Coordinate) -> Double? = { _ in nil },
        unknownNames: OpenMeteoUnknownNames = OpenMeteoUnknownNames(), exchange: @escaping HTTPExchange
    ) {
        endpoint = OpenMeteoEndpoint(url: "\(baseURL.asBaseURL)/v1/archive", answerShare: 0)
        self.altitude = altitude
        self.unknownNames = unknownNames
        self.exchange = exchange
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: NormalsReport?
    ) async throws(FetchFailure) -> NormalsReport {
        let request = Self.request(altitude: altitude(coordinate), at: now)
        let service = OpenMeteoService<NormalsReport>(
            exchange: exchange, endpoint: endpoint, unknownNames: unknownNames
        ) { _ in request }
        return try await service.report(for: coordinate, at: now)
    }

    static let years = 10
    static let variables = ["temperature_2m_max", "temperature_2m_min"]

    /// The last whole years of the Gregorian calendar. Highs or lows alone make a report.
    private static func request(altitude: Double?, at now: UnixTime) -> OpenMeteoRequest {
        let year = PlaceCalendar.greenwich.date(at: now).year
        return OpenMeteoRequest(
            [OpenMeteoRequest.List(parameter: "daily", names: variables)],
            [
                ("start_date", CalendarDate(year: year - years, month: 1, day: 1).description),
                ("end_date", CalendarDate(year: year - 1, month: 12, day: 31).description),
                ("temperature_unit", "celsius"),
            ] + OpenMeteoRequest.elevation([altitude].compactMap(\.self), of: 1),
            required: [
                UnknownName(parameter: "daily"), UnknownName(parameter: "start_date"),
                UnknownName(parameter: "end_date"),
            ])
    }
}

extension NormalsReport: OpenMeteoContent {
    static var subject: String { "past temperatures" }

    var compacted: NormalsReport { self }

    /// More than the days of ten years.
    private static let mostDays = 4000

    init?(_ answer: OpenMeteoAnswer, for coordinate: Coordinate, at now: UnixTime) {
        let utcOffset = answer.clock(at: now).utcOffset
        let days: [Normals.DayOfPast] = answer.daily.rows(utcOffset: utcOffset, most: Self.mostDays).map { time, row in
            // With the response's fixed offset, midnight in summer is an hour off, but the date is right.
            (
                date: PlaceCalendar.greenwich.date(at: time.advanced(by: utcOffset)),
                high: row.value("temperature_2m_max", .temperature), low: row.value("temperature_2m_min", .temperature)
            )
        }
        let normals = Normals(of: days)
        if normals.isEmpty { return nil }
        self.init(
            coordinate: coordinate, provider: ProviderFacts.openMeteoArchive.identity, fetchedAt: now,
            normals: normals)
    }
}

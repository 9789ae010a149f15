import Endpoints
public import HTTP
public import Providers
public import Weather

/// [Open-Meteo's archive](https://open-meteo.com/en/docs/historical-weather-api): reanalyses, worldwide, without a key,
/// free for non-commercial use. Normals are computed from its last ten whole years.
public struct OpenMeteoArchive: DescribedProvider {
    public let facts = ProviderFacts.openMeteoArchive

    private let baseURL: String
    private let altitude: @Sendable (Coordinate) -> Double?
    private let exchange: HTTPExchange

    /// - Parameters:
    ///   - baseURL: `https://archive-api.open-meteo.com`, or another host with the same API.
    ///   - altitude: the place's altitude above sea level, as for the forecast, m; nil when unknown.
    public init(
        baseURL: String, altitude: @escaping @Sendable (Coordinate) -> Double? = { _ in nil },
        exchange: @escaping HTTPExchange
    ) {
        self.baseURL = baseURL.asBaseURL
        self.altitude = altitude
        self.exchange = exchange
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: NormalsReport?
    ) async throws(FetchFailure) -> NormalsReport {
        let query = Self.query(for: coordinate, altitude: altitude(coordinate), at: now, baseURL: baseURL)
        return try OpenMeteoService<NormalsReport>.report(
            from: try await exchange(query), of: query.host, for: coordinate, at: now)
    }

    static let years = 10
    static let variables = ["temperature_2m_max", "temperature_2m_min"]

    /// The last whole years of the Gregorian calendar.
    private static func query(
        for coordinate: Coordinate, altitude: Double?, at now: UnixTime, baseURL: String
    ) -> HTTPQuery {
        let year = PlaceCalendar.greenwich.date(at: now).year
        return HTTPQuery(
            openMeteo: "\(baseURL)/v1/archive", for: [coordinate], elevations: [altitude].compactMap(\.self),
            [
                ("daily", variables.joined(separator: ",")),
                ("start_date", CalendarDate(year: year - years, month: 1, day: 1).description),
                ("end_date", CalendarDate(year: year - 1, month: 12, day: 31).description),
                ("temperature_unit", "celsius"),
            ], answerShare: 0)
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

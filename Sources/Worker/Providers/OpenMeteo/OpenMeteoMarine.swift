public import HTTP
public import Weather
public import WorkerProtocol

/// [Open-Meteo's marine weather](https://open-meteo.com/en/docs/marine-weather-api): worldwide, without a key, free for
/// non-commercial use.
public struct OpenMeteoMarine: DescribedProvider {
    public let facts = ProviderFacts.openMeteoMarine

    private let service: OpenMeteoService<MarineReport>

    /// - Parameters:
    ///   - baseURL: `https://marine-api.open-meteo.com`, or another host with the same API.
    ///   - unknownNames: what the server is known not to know.
    public init(
        baseURL: String, unknownNames: OpenMeteoUnknownNames = OpenMeteoUnknownNames(), exchange: @escaping HTTPExchange
    ) {
        let endpoint = OpenMeteoEndpoint(url: "\(baseURL.asBaseURL)/v1/marine", answerShare: Self.answerShare)
        service = OpenMeteoService(exchange: exchange, endpoint: endpoint, unknownNames: unknownNames) { _ in
            Self.request
        }
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: MarineReport?
    ) async throws(FetchFailure) -> MarineReport {
        try await service.report(for: coordinate, at: now)
    }

    public func reports(
        for coordinates: [Coordinate], at now: UnixTime, renewing previous: [Coordinate: MarineReport]
    ) async throws(FetchFailure) -> [Result<MarineReport, FetchFailure>] {
        try await service.reports(for: coordinates, at: now)
    }

    /// The models end after nine to ten days.
    private static let days = 8
    /// For the first tide of the day, which needs the hours around it.
    private static let pastDays = 1

    /// Maximum bytes of answer per additional place, several times the usual size.
    private static let answerShare = 60 << 10

    /// The service has a name for each quantity, in their order.
    fileprivate static let names = [
        "wave_height", "wave_direction", "wave_period", "wind_wave_height", "wind_wave_direction", "wind_wave_period",
        "swell_wave_height", "swell_wave_direction", "swell_wave_period", "sea_surface_temperature",
        "ocean_current_velocity", "ocean_current_direction", "sea_level_height_msl",
    ]

    /// Any value makes a report.
    private static let request = OpenMeteoRequest(
        [OpenMeteoRequest.List(parameter: "hourly", names: names)],
        [
            ("past_days", "\(pastDays)"), ("forecast_days", "\(days)"), ("cell_selection", "sea"),
            ("temperature_unit", "celsius"), ("wind_speed_unit", "ms"), ("length_unit", "metric"),
        ],
        required: [UnknownName(parameter: "hourly")])
}

extension MarineReport: OpenMeteoContent {
    static var subject: String { "marine weather" }

    var compacted: MarineReport { self }

    /// Inland, the answer has all hours, without a value.
    static func failure(of answer: OpenMeteoAnswer, from host: String, at now: UnixTime) -> FetchFailure? {
        let hasHours = !answer.hourlyRows(utcOffset: answer.clock(at: now).utcOffset).isEmpty
        return hasHours ? .notCovered(host: host, reason: "there is no sea near the place") : nil
    }

    init?(_ answer: OpenMeteoAnswer, for coordinate: Coordinate, at now: UnixTime) {
        let (calendar, utcOffset) = answer.clock(at: now)
        let hours = answer.hourlyRows(utcOffset: utcOffset).compactMap { time, row -> MarineHour? in
            var hour = MarineHour(time: time)
            for (quantity, name) in zip(MarineHour.quantities, OpenMeteoMarine.names) {
                quantity.set(&hour, row.value(name, quantity.kind))
            }
            hour = hour.plausible
            return hour.isKnown ? hour : nil
        }
        if hours.isEmpty { return nil }
        self.init(
            coordinate: coordinate, timeZone: answer.timeZone == nil ? nil : calendar.identifier,
            provider: ProviderFacts.openMeteoMarine.identity, fetchedAt: now, hours: hours)
    }
}

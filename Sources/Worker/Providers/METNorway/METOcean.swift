public import HTTP
public import Weather
public import WorkerProtocol

/// Waves, sea temperature and currents in the seas of north-western Europe, from
/// [Oceanforecast 2.0](https://api.met.no/weatherapi/oceanforecast/2.0/documentation). It has no swell, periods or sea levels.
public struct METOcean: DescribedProvider {
    public let facts = ProviderFacts.metOcean

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
        for coordinate: Coordinate, at now: UnixTime, renewing previous: MarineReport?
    ) async throws(FetchFailure) -> MarineReport {
        let previous = previous?.provider.id == identity.id && previous?.coordinate == coordinate ? previous : nil
        let answer = try await service.answer(
            "/weatherapi/oceanforecast/2.0/complete", for: coordinate, renewing: previous?.httpFreshness, at: now)
        let httpFreshness = service.httpFreshness(of: answer, renewing: previous?.httpFreshness, at: now)
        if answer.status == 304, let previous { return previous.confirmed(at: now, httpFreshness: httpFreshness) }
        let hours = Self.hours(try JSONValue(answer, from: service.host)["properties"])
        // On land within its area, the service sends an error with a success status, and no hours.
        guard !hours.isEmpty else {
            throw .notCovered(host: service.host, reason: "there is no sea near the place")
        }
        return MarineReport(
            coordinate: coordinate, provider: identity, fetchedAt: now, httpFreshness: httpFreshness, hours: hours)
    }

    /// More than the ten days of its models.
    private static let mostHours = 400

    private static let names = [
        "waveHeight": "sea_surface_wave_height", "waveDirection": "sea_surface_wave_from_direction",
        "waterTemperature": "sea_water_temperature", "currentSpeed": "sea_water_speed",
        "currentDirection": "sea_water_to_direction",
    ]

    private static func hours(_ properties: JSONValue) -> [MarineHour] {
        let units = METUnits(properties["meta"]["units"])
        var hours: [MarineHour] = []
        for entry in properties["timeseries"].elements.prefix(mostHours) {
            guard let time = entry["time"].timestamp, hours.last.map({ $0.time < time }) ?? true else { continue }
            var hour = MarineHour(time: time)
            for quantity in MarineHour.quantities {
                guard let name = names[quantity.name] else { continue }
                quantity.set(&hour, units.value(name, quantity.kind, in: entry["data"]["instant"]["details"]))
            }
            hour = hour.plausible
            if hour.isKnown { hours.append(hour) }
        }
        return hours
    }
}

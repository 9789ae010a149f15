public import HTTP
public import Weather
public import WorkerProtocol

/// OpenWeatherMap's [air pollution](https://openweathermap.org/api/air-pollution), available with a free key.
public struct OpenWeatherMapAir: DescribedProvider {
    public let facts = ProviderFacts.openWeatherMapAir

    private let service: OpenWeatherMapService

    /// - Parameter baseURL: `https://api.openweathermap.org`, or another host with the same API.
    public init(baseURL: String, key: APIKey, exchange: @escaping HTTPExchange) {
        service = OpenWeatherMapService(baseURL: baseURL, key: key, exchange: exchange)
    }

    /// Current air quality only. The forecast would be another call, and is not displayed.
    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: AirReport?
    ) async throws(FetchFailure) -> AirReport {
        let content = try await service.content("/data/2.5/air_pollution", of: coordinate, at: now)
        let hours = content["list"].timed(near: now).compactMap { AirQuality(openWeatherMap: $1, time: $0) }
        guard !hours.isEmpty else { throw service.nothing }
        return AirReport(coordinate: coordinate, provider: identity, fetchedAt: now, hours: hours)
    }
}

extension AirQuality {
    /// nil when nothing is known.
    fileprivate init?(openWeatherMap json: JSONValue, time: UnixTime) {
        self.init(time: time)
        let components = json["components"]
        openWeatherIndex = QuantityKind.airLevel.believed(json["main"]["aqi"].number)
        fineParticles = Self.concentration(components["pm2_5"])
        particles = Self.concentration(components["pm10"])
        ozone = Self.concentration(components["o3"])
        nitrogenDioxide = Self.concentration(components["no2"])
        sulphurDioxide = Self.concentration(components["so2"])
        carbonMonoxide = Self.concentration(components["co"])
        ammonia = Self.concentration(components["nh3"])
        if self == AirQuality(time: time) { return nil }
    }

    /// µg/m³; nil when implausible. The service uses -9999 for unknown. The worst dust storms and fires stay well below
    /// the limit.
    private static func concentration(_ json: JSONValue) -> Double? {
        QuantityKind.concentration.believed(json.number)
    }
}

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

/// The services that an OpenWeatherMap key gives access to.
struct OpenWeatherMapService: Sendable {
    private let baseURL: String
    private let key: APIKey
    private let exchange: HTTPExchange

    init(baseURL: String, key: APIKey, exchange: @escaping HTTPExchange) {
        self.baseURL = baseURL.asBaseURL
        self.key = key
        self.exchange = exchange
    }

    /// The service's answer for a position, in metric units.
    func content(
        _ path: String, of coordinate: Coordinate, _ parameters: [(String, String)] = [], at now: UnixTime
    ) async throws(FetchFailure) -> JSONValue {
        let position = coordinate.rounded
        let place = [("lat", "\(position.latitude)"), ("lon", "\(position.longitude)"), ("units", "metric")]
        return try await content(path, place + parameters, at: now)
    }

    func content(
        _ path: String, _ parameters: [(String, String)] = [], at now: UnixTime
    ) async throws(FetchFailure) -> JSONValue {
        let values = (parameters + [("appid", key.text)]).map { "\($0)=\($1)" }.joined(separator: "&")
        let query = HTTPQuery(url: "\(baseURL)\(path)?\(values)", key: key)
        return try Self.content(of: try await exchange(query), from: query.host, at: now)
    }

    /// The failure of a complete answer without weather.
    var nothing: FetchFailure {
        .malformed(host: HTTPQuery(url: baseURL).host, reason: "the response contains no weather")
    }

    /// The content of an answer. Errors have an HTTP status, or status 200 and a `cod`, which is a number or a string.
    ///
    /// - Parameter host: the sender, for failures.
    static func content(
        of answer: HTTPAnswer, from host: String, at now: UnixTime
    ) throws(FetchFailure) -> JSONValue {
        let content = Result { () throws(FetchFailure) in try JSONValue(answer, from: host) }
        let said = try? content.get()
        var answer = answer
        if (200..<300).contains(answer.status), let code = said?["cod"].integer, (400..<600).contains(code) {
            answer.status = code
        }
        let reason = said?["message"].text?.firstSentence.asReason
        if answer.status == 401 {
            throw .keyRefused(host: ProviderFacts.openWeatherMap.identity.name, reason: advice(on: reason))
        }
        if let failure = answer.failure(from: host, at: now, reason: reason) { throw failure }
        return try content.get()
    }

    /// A key is rejected when it is invalid, when it is new, or when it has no One Call subscription. The first two
    /// have the same message.
    private static func advice(on reason: String?) -> String {
        let isUnsubscribed = reason?.contains("subscription") ?? false
        let advice =
            isUnsubscribed
            ? "subscribe at openweathermap.org/price" : "new keys take up to two hours to work"
        return [reason, advice].compactMap(\.self).joined(separator: "; ")
    }
}

extension String {
    /// The service's messages start with the cause, and end with URLs and advertisements.
    fileprivate var firstSentence: String {
        String(self[..<(firstRange(of: ". ")?.lowerBound ?? endIndex)])
    }
}

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

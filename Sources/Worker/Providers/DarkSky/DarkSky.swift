public import HTTP
public import Weather
public import WorkerProtocol

/// The Dark Sky API, whose original service has ended: [Pirate Weather](https://pirateweather.net/en/latest/API/)
/// provides it, and other hosts may. It requires an API key.
public struct DarkSky: DescribedProvider {
    public let facts: ProviderFacts

    private let baseURL: String
    private let key: APIKey
    private let exchange: HTTPExchange

    /// - Parameter baseURL: `https://api.pirateweather.net`, or another host with the same API.
    public init(baseURL: String, key: APIKey, exchange: @escaping HTTPExchange) {
        self.baseURL = baseURL.asBaseURL
        self.key = key
        self.exchange = exchange
        facts = ProviderFacts.darkSky(baseURL: baseURL)
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        let query = query(for: coordinate)
        let answer = try await exchange(query)
        let content = Result { () throws(FetchFailure) in try JSONValue(answer, from: query.host) }
        if let failure = answer.darkSkyFailure(from: query.host, at: now, content: try? content.get()) { throw failure }
        let json = try content.get()
        guard let flags = DarkSkyFlags(json["flags"], at: now) else {
            throw .malformed(host: query.host, reason: "the response has unknown units")
        }
        guard let report = Report(darkSky: json, flags: flags, of: identity, for: coordinate, at: now) else {
            throw .malformed(host: query.host, reason: "the response contains no weather")
        }
        return report
    }

    /// 168 hours instead of 48; separate amounts of rain, snow and ice (`version=2`); and condition words that
    /// distinguish light rain from heavy (`icon=pirate`). Hosts that do not know these parameters ignore them.
    private func query(for coordinate: Coordinate) -> HTTPQuery {
        let position = coordinate.rounded
        return HTTPQuery(
            url: "\(baseURL)/forecast/\(key.text)/\(position.latitude),\(position.longitude)"
                + "?units=si&extend=hourly&version=2&icon=pirate",
            key: key)
    }
}

extension HTTPAnswer {
    /// Why the answer is not a forecast; nil when it may be one.
    ///
    /// - Parameter content: the body, if it is JSON.
    func darkSkyFailure(from host: String, at now: UnixTime, content: JSONValue?) -> FetchFailure? {
        // The gateway sends `message`, the service itself `detail`, and Dark Sky sent `error` with a `code`.
        let words = ["message", "error", "detail"].lazy.compactMap { content?[$0].text?.asReason }.first
        var answer = self
        if (200..<300).contains(status) {
            // An error with status 200 is still an error.
            let hasWeather = ["currently", "hourly", "daily"].contains { content?[$0].members.isEmpty == false }
            guard let words, !hasWeather else { return nil }
            guard let code = content?["code"].integer, (400..<600).contains(code) else {
                return .serviceFailed(host: host, status: status, reason: words, retryAfter: retryAfter(at: now))
            }
            answer.status = code
        }
        switch answer.status {
        case 401, 403:
            return .keyRefused(
                host: host,
                reason: host.isPirateWeather
                    ? "a new key works 20 minutes after subscribing to the API at pirateweather.net; else check the key file"
                    : "check the key in the file set by api-key-file")
        case 404:
            return .refused(
                host: host, status: 404,
                reason: words ?? "there is no Dark Sky API at this URL; check pirate-weather.url")
        case 429:
            return .rateLimited(
                host: host, reason: words ?? "the key's quota is used up", retryAfter: untilQuotaRenews(at: now))
        default:
            return answer.failure(from: host, at: now, reason: words)
        }
    }

    /// A quota is monthly, but the user may have it raised on any day, so it is retried after a day, s.
    private static let longestQuotaWait = 86_400

    /// Seconds until the quota is renewed: `Retry-After`, or the delay or time given by the gateway; nil when it gives
    /// none.
    private func untilQuotaRenews(at now: UnixTime) -> Int? {
        if let wait = retryAfter(at: now) { return wait }
        for name in ["Ratelimit-Reset", "X-RateLimit-Reset"] {
            guard let value = self[header: name].flatMap({ Int($0) }), value >= 0 else { continue }
            let moment = UnixTime(value)
            return min(moment.isPlausible ? max(0, moment.seconds(since: now)) : value, Self.longestQuotaWait)
        }
        return nil
    }
}

/// The metadata of an answer.
struct DarkSkyFlags {
    var units: DarkSkyUnits
    /// Whether `icon` distinguishes light rain from heavy, so that `rain` alone means moderate rain. Pirate Weather,
    /// which sends its version, does so when requested; elsewhere `rain` may have any intensity.
    var distinguishesIntensity: Bool
    /// The newest run of the models that the forecast is based on; nil when not given.
    var issuedAt: UnixTime?

    /// nil for unknown units. Without units, the answer is in the requested ones.
    init?(_ flags: JSONValue, at now: UnixTime) {
        guard let units = flags["units"].text.map({ DarkSkyUnits(rawValue: $0.lowercased()) }) ?? .si else {
            return nil
        }
        self.units = units
        distinguishesIntensity = flags["version"].text?.hasPrefix("V") == true
        issuedAt = Self.newestModelRun(flags["sourceTimes"], at: now)
    }

    /// Sources that the forecast is not based on: the current analysis, fire weather and air quality.
    private static let otherSources: Set<String> = ["rtma_ru", "nbm_fire", "raqdps", "silam"]

    /// - Parameter times: `flags.sourceTimes`, "the time in UTC when the model was last updated", by model name.
    private static func newestModelRun(_ times: JSONValue, at now: UnixTime) -> UnixTime? {
        times.members.compactMap { name, time in
            // Longer than any of the service's names.
            name.utf8.count > 30 || otherSources.contains(name) ? nil : UnixTime(modelRun: time.text ?? "")
        }.filter { $0.isPlausible && $0 <= now }.max()
    }
}

/// The sets of units of the format, as in `flags.units`.
enum DarkSkyUnits: String {
    case si
    /// As `si`, but wind in km/h.
    case ca
    /// As `si`, but wind in mph and visibility in miles.
    case uk
    /// Dark Sky's name for `uk`.
    case uk2
    /// °F, inches, mph and miles.
    case us

    /// The number in SI; nil when out of range, which includes -999, the service's value for unknown.
    ///
    /// - Parameter kind: `depth` for intensities, in mm/h; `freshSnow` for accumulations of snow or water.
    func value(_ number: Double?, _ kind: QuantityKind) -> Double? {
        kind.believed(number.flatMap { convert($0, kind) })
    }

    /// nil for a kind that the format does not have.
    private func convert(_ number: Double, _ kind: QuantityKind) -> Double? {
        switch kind {
        case .temperature: self == .us ? Units.Temperature.fahrenheit.celsius(number) : number
        case .speed: number * metersPerSecond
        case .depth: self == .us ? number * 25.4 : number
        case .freshSnow: number * (self == .us ? 25.4 : 10)
        case .distance: number * (self == .si || self == .ca ? 1000 : 1609.344)
        case .percent: number * 100
        case .pressure, .direction, .uvIndex: number
        default: nil
        }
    }

    private var metersPerSecond: Double {
        switch self {
        case .si: 1
        case .ca: 1 / 3.6
        case .uk, .uk2, .us: 0.44704
        }
    }
}

extension UnixTime {
    /// A model run in UTC: `2025-11-09 17Z`, `2025-11-09 19:30Z`, or with seconds and without `Z`; nil for another
    /// format.
    init?(modelRun text: String) {
        guard text.utf8.count <= 30 else { return nil }
        let parts = text.split { $0 == " " || $0 == "T" }
        guard parts.count == 2 else { return nil }
        let date = parts[0].numbers(separatedBy: "-")
        let clock = (parts[1].last == "Z" ? parts[1].dropLast() : parts[1]).numbers(separatedBy: ":")
        guard date.count == 3, (1...3).contains(clock.count),
            let moment = PlaceCalendar.greenwich.moment(
                CalendarDate(year: date[0], month: date[1], day: date[2]), hour: clock[0],
                minute: clock.count > 1 ? clock[1] : 0, second: clock.count > 2 ? clock[2] : 0)
        else { return nil }
        self = moment
    }
}

extension Alert {
    /// nil without a title.
    init?(darkSky alert: JSONValue, at now: UnixTime) {
        guard let title = alert["title"].text else { return nil }
        let time = alert["time"].unixTime
        // The URL does not identify an alert: for alerts in the United States it is the place's.
        let id = [alert["uri"].text, title, time.map { "\($0.seconds)" }].compactMap(\.self).joined(separator: " ")
        let regions = alert["regions"].elements.compactMap(\.text)
        self.init(
            id: id, event: title, text: alert["description"].text,
            area: regions.isEmpty ? nil : regions.joined(separator: ", "),
            severity: Severity(darkSky: alert["severity"].text), ends: alert["expires"].unixTime)
        kind = Kind(words: [title])
        web = alert["uri"].text
        // Documented as the time of issue, but a time in the future is the onset.
        if let time, time > now { onset = time } else { issuedAt = time }
    }
}

extension Alert.Severity {
    /// Pirate Weather uses the severities of the Common Alerting Protocol. Dark Sky had advisory, watch and warning.
    fileprivate init(darkSky word: String?) {
        let word = word?.lowercased() ?? ""
        self =
            switch word {
            case "advisory": .minor
            case "watch": .moderate
            case "warning": .severe
            default: Alert.Severity(rawValue: word) ?? .unknown
            }
    }
}

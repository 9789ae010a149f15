public import HTTP
public import Weather
public import WorkerProtocol

/// [MET Norway](https://api.met.no/weatherapi/locationforecast/2.0/documentation): worldwide, best in the Nordic
/// countries, without a key. Callers must send a User-Agent with contact details, and must not request before the last
/// answer's `expires`.
public struct METNorway: DescribedProvider {
    public let facts = ProviderFacts.metNorway

    private let service: METNorwayService
    private let timeZone: @Sendable (Coordinate) async -> String?
    private let altitude: @Sendable (Coordinate) -> Double?

    /// - Parameters:
    ///   - baseURL: `https://api.met.no`, or another host with the same API.
    ///   - timeZone: of a place, as in tzdata. If nil or unknown, whole hours estimated from the longitude.
    ///   - altitude: of a place, metres above sea level, to which the service adjusts temperatures; nil for the
    ///     service's topography with a resolution of 1 km.
    ///   - notice: receives notices for the log.
    public init(
        baseURL: String, timeZone: @escaping @Sendable (Coordinate) async -> String?,
        altitude: @escaping @Sendable (Coordinate) -> Double? = { _ in nil }, exchange: @escaping HTTPExchange,
        notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in }
    ) {
        service = METNorwayService(baseURL: baseURL.asBaseURL, exchange: exchange, notice: notice)
        self.timeZone = timeZone
        self.altitude = altitude
    }

    /// - Parameter previous: contains today's past hours, which the service no longer sends.
    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        // Reports of version 0.1.0 cannot be renewed: their days covered only the evening.
        let isRenewable =
            previous?.provider.id == identity.id && previous?.coordinate == coordinate && previous?.currentOrigin != nil
        let previous = isRenewable ? previous : nil
        let answer = try await service.answer(
            "/weatherapi/locationforecast/2.0/complete", for: coordinate,
            parameters: altitude(coordinate).flatMap { Int(exactly: $0.rounded()) }.map { "&altitude=\($0)" } ?? "",
            renewing: previous?.httpFreshness, at: now)
        let httpFreshness = service.httpFreshness(of: answer, renewing: previous?.httpFreshness, at: now)
        if answer.status == 304, let previous {
            // The forecast is unchanged, but the current weather is for another moment.
            var report = previous.confirmed(at: now, httpFreshness: httpFreshness)
            let calendar = PlaceCalendar(timeZone: previous.timeZone, at: coordinate)
            report.setPresent(DerivedWeather(coordinate: coordinate, calendar: calendar), at: now)
            return report
        }
        let json = try JSONValue(answer, from: service.host)
        let calendar = PlaceCalendar(timeZone: await timeZone(coordinate), at: coordinate)
        guard var report = Report(json, for: coordinate, in: calendar, at: now, after: previous) else {
            throw .malformed(host: service.host, reason: "the response contains no weather")
        }
        report.httpFreshness = httpFreshness
        return report
    }
}

/// What MET Norway's services have in common: <https://api.met.no/doc/TermsOfService>.
struct METNorwayService: Sendable {
    let baseURL: String
    let exchange: HTTPExchange
    let notice: @Sendable (ProviderNotice) -> Void

    /// The host named in failures.
    var host: String { HTTPQuery(url: baseURL).host }

    /// The answer for a place: a success, or status 304 when the previous answer is still valid.
    ///
    /// - Parameters:
    ///   - path: `/weatherapi/…`.
    ///   - parameters: besides the place's, encoded as in the URL.
    ///   - previous: the freshness of the previous answer.
    func answer(
        _ path: String, for coordinate: Coordinate, parameters: String = "", renewing previous: HTTPFreshness?,
        at now: UnixTime
    ) async throws(FetchFailure) -> HTTPAnswer {
        let (latitude, longitude) = coordinate.queryDegrees
        var query = HTTPQuery(url: "\(baseURL)\(path)?lat=\(latitude)&lon=\(longitude)\(parameters)")
        if let date = previous?.lastModified { query.headers["If-Modified-Since"] = date }
        let answer = try await exchange(query)
        if answer.status == 304, previous?.lastModified != nil { return answer }
        if answer.status == 203 { notice(.deprecated(host: host, path: path)) }
        if let failure = failure(answer, at: now) { throw failure }
        return answer
    }

    /// The freshness of an answer. A 304 may omit the date that is still valid.
    func httpFreshness(of answer: HTTPAnswer, renewing previous: HTTPFreshness?, at now: UnixTime) -> HTTPFreshness? {
        var httpFreshness = answer.httpFreshness(at: now) ?? HTTPFreshness()
        if answer.status == 304, httpFreshness.lastModified == nil {
            httpFreshness.lastModified = previous?.lastModified
        }
        return httpFreshness == HTTPFreshness() ? nil : httpFreshness
    }

    /// The service sends errors as web pages or bare lines, so the reasons are our own.
    private func failure(_ answer: HTTPAnswer, at now: UnixTime) -> FetchFailure? {
        let reason: String? =
            switch answer.status {
            case 400: "it rejected the request; a newer weatherd may be needed"
            case 403:
                "contact details are required: set contact in config.toml to an email address or a URL"
            case 404: "not found; check whether the URL is the one documented by met.no"
            case 422: "the place is outside its coverage"
            case 429: "too many requests"
            case 502, 503, 504: "it is overloaded or under maintenance"
            default: nil
            }
        if answer.status == 422 { return .notCovered(host: host, reason: reason) }
        return answer.failure(from: host, at: now, reason: reason)
    }
}

extension Report {
    /// nil without any usable value.
    ///
    /// - Parameter previous: an earlier report, for today's past hours.
    init?(
        _ answer: JSONValue, for coordinate: Coordinate, in calendar: PlaceCalendar, at now: UnixTime,
        after previous: Report?
    ) {
        // From the current hour to the end of the service's forecast after ten days.
        let forecast = METForecast(
            answer, for: coordinate, within: now.advanced(by: -3599)..<now.advanced(by: 16 * 86_400))
        let derived = DerivedWeather(coordinate: coordinate, calendar: calendar)
        self.init(
            coordinate: coordinate, timeZone: calendar.identifier, provider: ProviderFacts.metNorway.identity,
            fetchedAt: now)
        hours = forecast.steps.hours { derived.isDay(at: $0) }.filter { !forecast.bareTimes.contains($0.time) }
        if hours.isEmpty { return nil }
        takeEarlierHours(of: previous, in: calendar, at: now)
        days = derived.days(of: hours, from: now).map { $0.widened(by: forecast.extremes) }
        setPresent(derived, at: now)
        let altitude = answer["geometry"]["coordinates"][2].number
        elevation = altitude.flatMap { LocationFix.altitudes.contains($0) ? $0 : nil }
        issuedAt = forecast.updatedAt.flatMap { $0 <= now ? $0 : nil }
        if !forecast.unknownWords.isEmpty {
            unknownCodes = forecast.unknownWords.sorted().prefix(10).map { "symbol code \($0)" }
        }
    }

    /// Takes current weather from the forecast, since the service has no other.
    mutating func setPresent(_ derived: DerivedWeather, at now: UnixTime) {
        current = derived.conditions(at: now, in: hours)
        currentOrigin = current.map { _ in .forecast }
        observedAt = current.map { _ in now }
        hasClearSkyUV = true
    }
}

extension Day {
    /// The day with the extremes of the six-hour periods within it. Further ahead, hours are interpolated from four
    /// temperatures a day and miss the warmest and the coldest moment.
    fileprivate func widened(by extremes: [METForecast.Extremes]) -> Day {
        var day = self
        for span in extremes where start <= span.start && span.end <= end {
            // A part of the day does not determine the whole day's extremes.
            day.temperatureMax = day.temperatureMax.map { max($0, span.highest ?? $0) }
            day.temperatureMin = day.temperatureMin.map { min($0, span.lowest ?? $0) }
        }
        return day
    }
}

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

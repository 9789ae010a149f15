import HTTP
import Weather
import WorkerProtocol

extension Report {
    /// Older current weather does not improve the forecast, s. The service computes it every ten minutes.
    private static let oldestPresent = 3600

    /// nil without any usable value.
    ///
    /// - Parameters:
    ///   - present: the answer of `weather`.
    ///   - forecast: the answer of `forecast`.
    ///   - previous: an earlier report, for today's past hours. The service's `temp_min` and `temp_max` cannot replace
    ///     it: they are the current range within a large city.
    init?(
        present: JSONValue, forecast: JSONValue, for coordinate: Coordinate, in calendar: PlaceCalendar,
        at now: UnixTime, after previous: Report?
    ) {
        self.init(
            coordinate: coordinate, timeZone: calendar.identifier, provider: ProviderFacts.openWeatherMap.identity,
            fetchedAt: now)
        let derived = DerivedWeather(coordinate: coordinate, calendar: calendar)
        if var conditions = Conditions(openWeatherMap: present, period: "1h") {
            observedAt = present["dt"].unixTime
            conditions.isDay = derived.isDay(at: observedAt ?? now)
            current = conditions
            currentOrigin = .analysis
        }
        let isRecent = observedAt.map { abs(now.seconds(since: $0)) <= Self.oldestPresent } ?? false
        let threeHourly = ThreeHourlyForecast(forecast["list"], near: now)
        hours = threeHourly.hours(from: isRecent ? current : nil, at: now, isDay: derived.isDay)
        takeEarlierHours(of: previous, in: calendar, at: now)
        if let begun = threeHourly.begunPeriod(at: now) { take(begunPeriod: begun) }
        days = derived.days(of: hours, from: now)
        if current == nil, hours.isEmpty { return nil }
        unknownCodes = ([present] + forecast["list"].elements).unknownOpenWeatherMapCodes
        guard unknownCodes != nil else { return }
        let unknown = forecast["list"].timed(near: now).filter { [$0.value].unknownOpenWeatherMapCodes != nil }
        // An entry's hours are those around it.
        let hours = unknown.flatMap { entry in (-3...3).map { entry.time.advanced(by: $0 * 3600) } }
        deriveConditions(
            except: UnknownConditions(
                isPresent: [present].unknownOpenWeatherMapCodes != nil, hours: Set(hours),
                days: Set(hours.map(calendar.date))))
    }
}

import HTTP
import Weather

extension Report {
    /// An older present says nothing of the hours to come, seconds. The service computes it every ten minutes.
    private static let oldestPresent = 3600

    /// nil when there is no usable value in the answers.
    ///
    /// - Parameters:
    ///   - present: the answer of `weather`.
    ///   - forecast: the answer of `forecast`.
    ///   - previous: an earlier report, for the hours of today that have ended. The `temp_min` and `temp_max` that the service
    ///     gives are no substitute: they are the range over a large city at the moment, not over the day.
    init?(
        present: JSONValue, forecast: JSONValue, for coordinate: Coordinate, in calendar: PlaceCalendar,
        at now: UnixTime, after previous: Report?
    ) {
        self.init(
            coordinate: coordinate, timeZone: calendar.identifier, provider: OpenWeatherMap.identity, fetchedAt: now)
        let reckoning = Reckoning(coordinate: coordinate, calendar: calendar)
        if var conditions = Conditions(openWeatherMap: present, period: "1h") {
            observedAt = present["dt"].unixTime
            conditions.isDay = reckoning.isDay(at: observedAt ?? now)
            current = conditions
            currentOrigin = .analysis
        }
        let isRecent = observedAt.map { abs(now.seconds(since: $0)) <= Self.oldestPresent } ?? false
        let threeHourly = ThreeHourlyForecast(forecast["list"], near: now)
        hours = threeHourly.hours(from: isRecent ? current : nil, at: now, isDay: reckoning.isDay)
        takeEarlierHours(of: previous, in: calendar, at: now)
        if let begun = threeHourly.begunPeriod(at: now) { take(begunPeriod: begun) }
        days = reckoning.days(of: hours, from: now)
        if current == nil, hours.isEmpty { return nil }
        unknownCodes = ([present] + forecast["list"].elements).unknownOpenWeatherMapCodes
    }
}

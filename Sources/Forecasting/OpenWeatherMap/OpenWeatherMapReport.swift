import Weather

extension Report {
    /// nil when there is no usable value in the answers.
    ///
    /// - Parameters:
    ///   - present: the answer of `weather`.
    ///   - forecast: the answer of `forecast`.
    ///   - previous: an earlier report, for the hours of today that are over. The `temp_min` and `temp_max` that the service
    ///     gives are no substitute: they are the range over a large city at the moment, not over the day.
    init?(
        present: JSONValue, forecast: JSONValue, for coordinate: Coordinate, in calendar: PlaceCalendar,
        at now: UnixTime, after previous: Report?
    ) {
        self.init(
            coordinate: coordinate, timeZone: calendar.identifier, provider: OpenWeatherMap.identity, fetchedAt: now)
        let reckoning = Reckoning(coordinate: coordinate, calendar: calendar)
        if var conditions = Conditions(openWeatherMap: present, period: "1h") {
            observedAt = present["dt"].time(near: now)
            conditions.isDay = reckoning.isDay(at: observedAt ?? now)
            current = conditions
        }
        hours = ThreeHourlyForecast(forecast["list"], near: now).hours(from: current, at: now, isDay: reckoning.isDay)
        takeEarlierHours(of: previous, in: calendar, at: now)
        days = reckoning.days(of: hours, from: now)
        if current == nil, hours.isEmpty { return nil }
        unknownCodes = ([present] + forecast["list"].elements).unknownOpenWeatherMapCodes
    }
}

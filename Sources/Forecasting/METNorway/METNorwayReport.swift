import HTTP
import Weather

extension Report {
    /// What MET Norway's answer says of a place; nil when there is no usable value in it.
    ///
    /// - Parameter previous: an earlier report, for the hours of today that are over.
    init?(
        _ answer: JSONValue, for coordinate: Coordinate, in calendar: PlaceCalendar, at now: UnixTime,
        after previous: Report?
    ) {
        // From the hour that has begun; the service's forecast ends after ten days.
        let forecast = METForecast(
            answer, for: coordinate, within: now.advanced(by: -3599)..<now.advanced(by: 16 * 86_400))
        let reckoning = Reckoning(coordinate: coordinate, calendar: calendar)
        self.init(
            coordinate: coordinate, timeZone: calendar.identifier, provider: METNorway.identity, fetchedAt: now)
        hours = forecast.steps.hours { reckoning.isDay(at: $0) }.filter { !forecast.bareTimes.contains($0.time) }
        if hours.isEmpty { return nil }
        takeEarlierHours(of: previous, in: calendar, at: now)
        days = reckoning.days(of: hours, from: now).map { $0.widened(by: forecast.extremes) }
        setPresent(reckoning, at: now)
        issuedAt = forecast.updatedAt.flatMap { $0 <= now ? $0 : nil }
        if !forecast.unknownWords.isEmpty {
            unknownCodes = forecast.unknownWords.sorted().prefix(10).map { "symbol code \($0)" }
        }
    }

    /// Takes the present from the forecast, as the service tells it no other way.
    mutating func setPresent(_ reckoning: Reckoning, at now: UnixTime) {
        current = reckoning.conditions(at: now, in: hours)
        currentOrigin = current.map { _ in .forecast }
        observedAt = current.map { _ in now }
        hasClearSkyUV = true
    }
}

extension Day {
    /// The day with the extremes of the six-hour spans that lie wholly on it: further ahead, its hours are reckoned from
    /// four temperatures and pass over the warmest and the coldest moment.
    fileprivate func widened(by extremes: [METForecast.Extremes]) -> Day {
        var day = self
        for span in extremes where start <= span.start && span.end <= end {
            // Extremes of a part of the day are not the day's.
            day.temperatureMax = day.temperatureMax.map { max($0, span.highest ?? $0) }
            day.temperatureMin = day.temperatureMin.map { min($0, span.lowest ?? $0) }
        }
        return day
    }
}

import HTTP
import Weather
import WorkerProtocol

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

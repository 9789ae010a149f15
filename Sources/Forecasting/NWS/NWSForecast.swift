import Weather

/// What the service's answers for a place say together.
struct NWSForecast {
    /// Hour by hour, from the one that has begun.
    private(set) var hours: [NWSPeriod]
    /// In the order of time.
    private(set) var halfDays: [NWSPeriod] = []
    var grid = NWSGrid()
    var observation: NWSObservation?

    /// - Parameter hourly: the hourly forecast, of which some is past: it is written anew less than once an hour.
    init(hourly: JSONValue, at now: UnixTime) {
        hours = NWSPeriod.periods(of: hourly, within: Self.window(at: now))
    }

    mutating func add(halfDays forecast: JSONValue, at now: UnixTime) {
        halfDays = NWSPeriod.periods(of: forecast, within: Self.window(at: now))
    }

    /// From the hour that has begun; the forecast ends after a week.
    private static func window(at now: UnixTime) -> Range<UnixTime> {
        now.advanced(by: -3599)..<now.advanced(by: 16 * 86_400)
    }

    /// - Parameter previous: an earlier report, for the hours of today that are over.
    func report(
        for coordinate: Coordinate, in calendar: PlaceCalendar, at now: UnixTime, after previous: Report?
    ) -> Report {
        let reckoning = Reckoning(coordinate: coordinate, calendar: calendar)
        var report = Report(
            coordinate: coordinate, timeZone: calendar.identifier, provider: NWS.identity, fetchedAt: now)
        report.hours = hours.map { hour(of: $0, reckoning) }
        report.takeEarlierHours(of: previous, in: calendar, at: now)
        report.days = reckoning.days(of: report.hours, from: now)
        report.days += furtherDays(after: report.days.last?.date, reckoning)

        report.current = reckoning.conditions(at: now, in: report.hours)
        report.observedAt = report.current == nil ? nil : now
        if let observation {
            var conditions = observation.amending(report.current, at: coordinate)
            conditions.isDay = reckoning.isDay(at: now)
            report.current = conditions
            report.observedAt = observation.time
        }
        let unknown = Set((hours + halfDays).compactMap(\.sky.unknownCode))
        if !unknown.isEmpty { report.unknownCodes = Array(unknown.sorted().prefix(10)) }
        return report
    }

    private func hour(of period: NWSPeriod, _ reckoning: Reckoning) -> Hour {
        let time = period.start
        var conditions = Conditions(condition: period.sky.condition)
        conditions.isDay = reckoning.isDay(at: time)
        conditions.temperature = period.temperature
        conditions.dewPoint = period.dewPoint
        conditions.humidity = period.humidity
        conditions.windSpeed = period.wind?.middle
        conditions.windDirection = period.windDirection
        conditions.cloudCover = grid.cloudCover.value(at: time)
        conditions.feelsLike =
            grid.feelsLike.value(at: time)
            ?? Reckoning.feelsLike(conditions, at: time, in: reckoning.coordinate)
        conditions.windGust = grid.windGust.value(at: time)
        conditions.visibility = grid.visibility.value(at: time)
        conditions.precipitation = grid.precipitation.amount(inHourFrom: time)
        conditions.snowfall = grid.snowfall.amount(inHourFrom: time)
        if let water = conditions.precipitation, let snow = conditions.snowfall {
            conditions.rain = max(0, water - FreshSnow.water(ofDepth: snow)).rounded(decimals: 3)
        }
        return Hour(time: time, conditions: conditions, precipitationProbability: period.precipitationProbability)
    }

    /// The days that the hours do not reach: the highest temperature from the day, the lowest from the night after it.
    private func furtherDays(after last: CalendarDate?, _ reckoning: Reckoning) -> [Day] {
        guard let last else { return [] }
        let byDate = Dictionary(grouping: halfDays) { reckoning.calendar.date(at: $0.start) }
        return byDate.keys.sorted().compactMap { date in
            guard date > last, let halves = byDate[date], var day = reckoning.day(date),
                let light = halves.first(where: { $0.isDaytime == true })
            else { return nil }
            let night = halves.last { $0.isDaytime == false }
            let both = [light, night].compactMap(\.self)
            day.condition = both.map(\.sky.condition).max { $0.severity < $1.severity } ?? .unknown
            day.temperatureMax = light.temperature
            day.temperatureMin = night?.temperature
            day.precipitationProbability = both.compactMap(\.precipitationProbability).max()
            day.windSpeedMax = both.compactMap(\.wind?.highest).max()
            day.windDirection = light.windDirection
            return day
        }
    }
}

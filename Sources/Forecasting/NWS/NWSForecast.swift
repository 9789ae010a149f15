import HTTP
import Weather

/// What the service's answers for a place say together.
struct NWSForecast {
    /// Hour by hour, from the one that has begun.
    private(set) var hours: [NWSPeriod]
    /// In the order of time.
    private(set) var halfDays: [NWSPeriod] = []
    var grid = NWSGrid()
    var observation: NWSObservation?
    /// When the forecast was made; nil when the service does not say.
    private let updatedAt: UnixTime?

    /// - Parameter hourly: the hourly forecast, of which some is past: it is written anew less than once an hour.
    init(hourly: JSONValue, at now: UnixTime) {
        hours = NWSPeriod.periods(of: hourly, from: now, to: Self.end(at: now))
            .filter { now < $0.start.advanced(by: 3600) }
        // Not generatedAt, which is when the answer was.
        updatedAt = hourly["properties"]["updateTime"].timestamp.flatMap { $0 <= now ? $0 : nil }
    }

    mutating func add(halfDays forecast: JSONValue, at now: UnixTime) {
        halfDays = NWSPeriod.periods(of: forecast, from: now, to: Self.end(at: now))
    }

    /// The forecast ends after a week.
    private static func end(at now: UnixTime) -> UnixTime {
        now.advanced(by: 16 * 86_400)
    }

    /// - Parameter previous: an earlier report, for the hours of today that are over.
    func report(
        for coordinate: Coordinate, in calendar: PlaceCalendar, at now: UnixTime, after previous: Report?
    ) -> Report {
        let reckoning = Reckoning(coordinate: coordinate, calendar: calendar)
        var report = Report(
            coordinate: coordinate, timeZone: calendar.identifier, provider: NWS.identity, fetchedAt: now)
        report.issuedAt = updatedAt
        report.hours = hours.map { hour(of: $0, reckoning) }
        grid.addPrecipitation(to: &report.hours)
        report.takeEarlierHours(of: previous, in: calendar, at: now)
        report.days = reckoning.days(of: report.hours, from: now)
        completeToday(of: &report, after: previous, at: now)
        report.days += furtherDays(after: report.days.last?.date, reckoning)
        setPresent(of: &report, at: now, reckoning)
        let unknown = Set((hours + halfDays).compactMap(\.sky.unknownCode))
        if !unknown.isEmpty { report.unknownCodes = Array(unknown.sorted().prefix(10)) }
        return report
    }

    private func setPresent(of report: inout Report, at now: UnixTime, _ reckoning: Reckoning) {
        let forecast = reckoning.conditions(at: now, in: report.hours)
        guard let observation else {
            report.current = forecast
            report.currentOrigin = forecast.map { _ in .forecast }
            report.observedAt = forecast.map { _ in now }
            return
        }
        var present = observation.present(amending: forecast)
        present.isDay = reckoning.isDay(at: now)
        report.current = present
        report.currentOrigin = .station
        report.observedAt = observation.time
        let station = observation.station
        report.station = Station(
            id: station.id, name: station.name, distance: station.distance(to: report.coordinate))
    }

    /// Where the hours that are left do not tell today's highest temperature: that of its daylight, which the half-daily
    /// forecast has until the evening, and from then on what an earlier report had.
    private func completeToday(of report: inout Report, after previous: Report?, at now: UnixTime) {
        guard let index = report.days.firstIndex(where: { $0.contains(now) }),
            report.days[index].temperatureMax == nil
        else { return }
        let daylight = halfDays.first { $0.isDaytime == true && report.days[index].contains($0.start) }
        let date = report.days[index].date
        // In reports that version 0.1.0 kept it is the evening's.
        let known = previous?.currentOrigin == nil ? nil : previous
        report.days[index].temperatureMax =
            daylight?.temperature ?? known?.days.first { $0.date == date }?.temperatureMax
    }

    private func hour(of period: NWSPeriod, _ reckoning: Reckoning) -> Hour {
        let time = period.start
        var conditions = Conditions(condition: period.sky.condition)
        conditions.likelihood = period.sky.likelihood
        conditions.isDay = reckoning.isDay(at: time)
        conditions.temperature = period.temperature
        conditions.dewPoint = period.dewPoint
        conditions.humidity = period.humidity
        conditions.windSpeed = period.wind?.middle
        conditions.windDirection = period.windDirection
        conditions.cloudCover = grid.cloudCover.value(at: time)
        conditions.feelsLike = grid.feelsLike.value(at: time) ?? NWSApparentTemperature.value(of: conditions)
        conditions.windGust = grid.windGust.value(at: time)
        conditions.visibility = grid.visibility.value(at: time)
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
            let worst = StatedCondition.worst(of: both.map(\.sky.stated))
            day.condition = worst?.condition ?? .unknown
            day.likelihood = worst?.likelihood
            day.temperatureMax = light.temperature
            day.temperatureMin = night?.temperature
            day.precipitationProbability = both.compactMap(\.precipitationProbability).max()
            day.windSpeedMax = both.compactMap(\.wind?.highest).max()
            day.windDirection = light.windDirection
            return day
        }
    }
}

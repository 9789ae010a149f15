import Almanac
import Weather

/// Values derived from the place, the time and the state of the air, for services that do not provide them.
struct DerivedWeather {
    var coordinate: Coordinate
    var calendar: PlaceCalendar

    /// Whether the sun is up.
    func isDay(at moment: UnixTime) -> Bool {
        Sun(coordinate: coordinate).isUp(at: moment)
    }

    private func daylight(from start: UnixTime, to end: UnixTime) -> Daylight {
        Sun(coordinate: coordinate).daylight(from: start, to: end)
    }

    /// Apparent temperature by `MoistAir`'s formula, °C; nil when temperature, humidity or wind is unknown. An unknown
    /// cloud cover counts as 50 %.
    static func feelsLike(_ conditions: Conditions, at moment: UnixTime, in coordinate: Coordinate) -> Double? {
        guard let temperature = conditions.temperature, let humidity = conditions.humidity, humidity > 0,
            let wind = conditions.windSpeed
        else { return nil }
        let elevation = Sun(coordinate: coordinate).elevation(at: moment)
        let radiation = SolarRadiation(elevation: elevation, cloudCover: conditions.cloudCover ?? 50).global
        let air = MoistAir(temperature: temperature, humidity: humidity)
        return QuantityKind.temperature.believed(
            air.feelsLike(windSpeed: wind, radiation: radiation).rounded(decimals: 1))
    }

    /// Interpolated between the hour of `now` and the next; nil without such an hour.
    func conditions(at now: UnixTime, in hours: [Hour]) -> Conditions? {
        guard var conditions = hours.state(at: now) else { return nil }
        conditions.isDay = isDay(at: now)
        conditions.precipitationPeriod = conditions.precipitation.map { _ in conditions.precipitationPeriod ?? 3600 }
        return conditions
    }

    /// The days from today, aggregated from the hours. Today may be incomplete; a later day is omitted unless its hours
    /// cover it.
    ///
    /// - Parameters:
    ///   - hours: in order of time; precipitation of hours before the first day may reach into it.
    ///   - hasHourlyProbability: whether probabilities are of an hour each.
    func days(of hours: [Hour], from now: UnixTime, hasHourlyProbability: Bool = false) -> [Day] {
        var days: [Day] = []
        var before: Hour?
        var rest = hours[...]
        while let first = rest.first, let span = calendar.span(of: calendar.date(at: first.time)), first.time < span.end
        {
            let own = rest.prefix { $0.time < span.end }
            rest = rest.dropFirst(own.count)
            defer { before = own.last(where: \.statesPrecipitation) ?? before }
            if span.end <= now || (now < span.start && !own.cover(from: span.start, to: span.end)) { continue }
            let date = calendar.date(at: first.time)
            var day = Day(
                date: date, start: span.start, end: span.end, hours: own, before: before,
                hasHourlyProbability: hasHourlyProbability)
            day.daylight = daylight(from: span.start, to: span.end)
            days.append(day)
        }
        return days
    }

    /// A day with only the sun's course; nil when there is no such date.
    func day(_ date: CalendarDate) -> Day? {
        guard let span = calendar.span(of: date) else { return nil }
        var day = Day(date: date, start: span.start, end: span.end)
        day.daylight = daylight(from: span.start, to: span.end)
        return day
    }
}

extension [Hour] {
    /// The state of the air at `moment`, interpolated between the hour that it falls in and the next; nil when there is no
    /// such hour.
    func state(at moment: UnixTime) -> Conditions? {
        guard let index = lastIndex(where: { $0.time <= moment }), moment < self[index].time.advanced(by: 3600) else {
            return nil
        }
        let passed = moment.seconds(since: self[index].time)
        guard passed > 0, index + 1 < count, self[index + 1].time.seconds(since: self[index].time) == 3600 else {
            return self[index].conditions
        }
        return self[index].conditions.blended(with: self[index + 1].conditions, share: Double(passed) / 3600)
    }
}

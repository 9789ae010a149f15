import Astronomy
import Weather

/// What follows from the place, the time and the state of the air, for services that do not tell it.
struct Reckoning {
    var coordinate: Coordinate
    var calendar: PlaceCalendar

    /// Whether the sun is up.
    func isDay(at moment: UnixTime) -> Bool {
        Sun(coordinate: coordinate).isUp(at: moment)
    }

    private func daylight(from start: UnixTime, to end: UnixTime) -> Daylight {
        Sun(coordinate: coordinate).daylight(from: start, to: end)
    }

    /// Apparent temperature by `MoistAir`'s formula, °C; nil when one of temperature, humidity and wind is. Where the share
    /// of clouds is not known the sky is taken as half covered.
    static func feelsLike(_ conditions: Conditions, at moment: UnixTime, in coordinate: Coordinate) -> Double? {
        guard let temperature = conditions.temperature, let humidity = conditions.humidity, humidity > 0,
            let wind = conditions.windSpeed
        else { return nil }
        let elevation = Sun(coordinate: coordinate).elevation(at: moment)
        let radiation = SolarRadiation(elevation: elevation, cloudCover: conditions.cloudCover ?? 50).global
        let air = MoistAir(temperature: temperature, humidity: humidity)
        return Quantity.temperature.believed(
            air.feelsLike(windSpeed: wind, radiation: radiation).rounded(decimals: 1))
    }

    /// The weather on the way from the hour that `now` falls in to the next; nil when there is no such hour.
    func conditions(at now: UnixTime, in hours: [Hour]) -> Conditions? {
        guard let index = hours.lastIndex(where: { $0.time <= now }),
            now < hours[index].time.advanced(by: 3600)
        else { return nil }
        var conditions = hours[index].conditions
        let passed = now.seconds(since: hours[index].time)
        if passed > 0, index + 1 < hours.count, hours[index + 1].time.seconds(since: hours[index].time) == 3600 {
            conditions = conditions.blended(with: hours[index + 1].conditions, share: Double(passed) / 3600)
        }
        conditions.isDay = isDay(at: now)
        conditions.precipitationPeriod = conditions.precipitation.map { _ in conditions.precipitationPeriod ?? 3600 }
        return conditions
    }

    /// The days from that of `now` on that the hours make, today as far as it is known. A later day is left out when its hours
    /// do not cover it.
    ///
    /// - Parameter hours: in the order of time; those before the first day may tell of precipitation that reaches into it.
    func days(of hours: [Hour], from now: UnixTime) -> [Day] {
        var days: [Day] = []
        var before: Hour?
        var rest = hours[...]
        while let first = rest.first, let span = calendar.span(of: calendar.date(at: first.time)), first.time < span.end
        {
            let own = rest.prefix { $0.time < span.end }
            rest = rest.dropFirst(own.count)
            defer { before = own.last(where: \.hasPrecipitation) ?? before }
            if span.end <= now || (now < span.start && !own.cover(from: span.start, to: span.end)) { continue }
            let date = calendar.date(at: first.time)
            var day = Day(date: date, start: span.start, end: span.end, hours: own, before: before)
            day.daylight = daylight(from: span.start, to: span.end)
            days.append(day)
        }
        return days
    }

    /// A day of which nothing is known yet but the sun's course; nil when there is no such date.
    func day(_ date: CalendarDate) -> Day? {
        guard let span = calendar.span(of: date) else { return nil }
        var day = Day(date: date, start: span.start, end: span.end)
        day.daylight = daylight(from: span.start, to: span.end)
        return day
    }
}

import Astronomy
import HTTP
import Weather

extension Report {
    /// nil when there is no usable value in the answer.
    init?(_ answer: OneCallAnswer, for coordinate: Coordinate, at now: UnixTime) {
        let calendar = answer.calendar
        let sun = Sun(coordinate: coordinate)
        self.init(
            coordinate: coordinate, timeZone: calendar.identifier, provider: OpenWeatherMap.identity, fetchedAt: now)
        if var conditions = Conditions(oneCall: answer.current) {
            observedAt = answer.current["dt"].unixTime
            conditions.isDay = sun.isUp(at: observedAt ?? now)
            // Documented as mm/h.
            if conditions.rain != nil || conditions.snowfall != nil { conditions.precipitationPeriod = 0 }
            current = conditions
            currentOrigin = .analysis
        }
        // The list begins with the hour that `now` falls in, and the amounts are documented as mm/h at the time, so they are
        // those of the hour that begins then; its condition agrees with them.
        hours = JSONValue.array(answer.hours).timed(near: now).compactMap { time, json in
            guard var conditions = Conditions(oneCall: json) else { return nil }
            conditions.isDay = sun.isUp(at: time)
            return Hour(time: time, conditions: conditions, precipitationProbability: json["pop"].percentage)
        }
        let today = calendar.date(at: now)
        for (time, json) in JSONValue.array(answer.days).timed(near: now) {
            guard let day = Day(oneCall: json, time: time, calendar: calendar, sun: sun) else { continue }
            if days.last.map({ $0.date < day.date }) ?? (today <= day.date) { days.append(day) }
        }
        // The first minute's time is the next full minute, so each minute ends at its time. Amounts are rates in mm/h.
        precipitation = PrecipitationSeries(
            JSONValue.array(answer.minutes).timed(near: now).map { time, json in
                let rate = Quantity.depth.believed(json["precipitation"].number)
                return PrecipitationStep(end: time, duration: 60, amount: rate.map { $0 / 60 })
            })
        if current == nil, hours.isEmpty, days.isEmpty { return nil }
        alerts = answer.alerts
        unknownCodes = ([answer.current] + answer.hours + answer.days).unknownOpenWeatherMapCodes
    }
}

extension Day {
    /// nil when nothing is known but the sun's course. The clouds that One Call gives are those of noon, not the day's mean,
    /// and the apparent temperatures those of four times of the day, not its extremes; neither is taken.
    fileprivate init?(oneCall json: JSONValue, time: UnixTime, calendar: PlaceCalendar, sun: Sun) {
        let date = calendar.date(at: json.solarNoon ?? time)
        guard let span = calendar.span(of: date) else { return nil }
        let empty = Day(date: date, start: span.start, end: span.end)
        self = empty
        condition = json.openWeatherMapCondition
        temperatureMax = Quantity.temperature.believed(json["temp"]["max"].number)
        temperatureMin = Quantity.temperature.believed(json["temp"]["min"].number)
        precipitationProbability = json["pop"].percentage
        windSpeedMax = Quantity.speed.believed(json["wind_speed"].number)
        windGustMax = Quantity.speed.believed(json["wind_gust"].number)
        windDirection = Quantity.direction.believed(json["wind_deg"].number)
        uvIndexMax = Quantity.uvIndex.believed(json["uvi"].number)
        if self == empty { return nil }
        let falling = Falling(json)
        precipitation = falling.water
        rain = falling.rain
        snowfall = falling.depth
        daylight = sun.daylight(from: span.start, to: span.end)
    }
}

extension JSONValue {
    /// The middle between sunrise and sunset, which surely is on the day that they are of: version 4.0 has been seen to date a
    /// day of Tokyo's by Greenwich's midnight. nil where the sun does not rise or set.
    fileprivate var solarNoon: UnixTime? {
        guard let rise = self["sunrise"].unixTime, let set = self["sunset"].unixTime,
            let dated = self["dt"].unixTime, (0...86_400).contains(set.seconds(since: rise))
        else { return nil }
        let noon = rise.advanced(by: set.seconds(since: rise) / 2)
        return abs(noon.seconds(since: dated)) <= 86_400 ? noon : nil
    }
}

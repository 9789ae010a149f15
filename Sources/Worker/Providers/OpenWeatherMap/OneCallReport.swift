import Almanac
import HTTP
import Weather
import WorkerProtocol

extension Report {
    /// nil without any usable value.
    init?(_ answer: OneCallAnswer, for coordinate: Coordinate, at now: UnixTime) {
        let calendar = answer.calendar
        let sun = Sun(coordinate: coordinate)
        self.init(
            coordinate: coordinate, timeZone: calendar.identifier, provider: ProviderFacts.openWeatherMap.identity,
            fetchedAt: now)
        if var conditions = Conditions(oneCall: answer.current) {
            observedAt = answer.current["dt"].unixTime
            conditions.isDay = sun.isUp(at: observedAt ?? now)
            // Documented as mm/h.
            if conditions.rain != nil || conditions.snowfall != nil { conditions.precipitationPeriod = 0 }
            current = conditions
            currentOrigin = .analysis
        }
        // The list starts with the current hour. Amounts are documented as mm/h at the time, so they are those of the
        // hour that starts then; its condition is consistent with them.
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
        // The first minute's time is the next full minute, so each minute ends at its time. Amounts are in mm/h.
        precipitation = PrecipitationSeries(
            JSONValue.array(answer.minutes).timed(near: now).map { time, json in
                let rate = QuantityKind.depth.believed(json["precipitation"].number)
                return PrecipitationStep(end: time, duration: 60, amount: rate.map { $0 / 60 })
            })
        if current == nil, hours.isEmpty, days.isEmpty { return nil }
        alerts = answer.alerts?.alerts
        omittedAlerts = answer.alerts?.omitted ?? OmittedAlerts()
        unknownCodes = ([answer.current] + answer.hours + answer.days).unknownOpenWeatherMapCodes
        guard unknownCodes != nil else { return }
        func unknown(_ elements: [JSONValue]) -> [(time: UnixTime, value: JSONValue)] {
            JSONValue.array(elements).timed(near: now).filter { [$0.value].unknownOpenWeatherMapCodes != nil }
        }
        deriveConditions(
            except: UnknownConditions(
                isPresent: [answer.current].unknownOpenWeatherMapCodes != nil,
                hours: Set(unknown(answer.hours).map(\.time)),
                days: Set(unknown(answer.days).map { calendar.date(at: $0.value.solarNoon ?? $0.time) })))
    }
}

extension Day {
    /// nil when nothing but the sun's course is known. Cloud cover (at noon) and apparent temperatures (at four times
    /// of the day) are not used, since they are not the day's mean and extremes.
    fileprivate init?(oneCall json: JSONValue, time: UnixTime, calendar: PlaceCalendar, sun: Sun) {
        let date = calendar.date(at: json.solarNoon ?? time)
        guard let span = calendar.span(of: date) else { return nil }
        let empty = Day(date: date, start: span.start, end: span.end)
        self = empty
        condition = json.openWeatherMapCondition
        temperatureMax = QuantityKind.temperature.believed(json["temp"]["max"].number)
        temperatureMin = QuantityKind.temperature.believed(json["temp"]["min"].number)
        precipitationProbability = json["pop"].percentage
        windSpeedMax = QuantityKind.speed.believed(json["wind_speed"].number)
        windGustMax = QuantityKind.speed.believed(json["wind_gust"].number)
        windDirection = QuantityKind.direction.believed(json["wind_deg"].number)
        uvIndexMax = QuantityKind.uvIndex.believed(json["uvi"].number)
        if self == empty { return nil }
        let amounts = PrecipitationAmounts(json)
        precipitation = amounts.water
        rain = amounts.rain
        snowfall = amounts.depth
        daylight = sun.daylight(from: span.start, to: span.end)
    }
}

extension JSONValue {
    /// The middle between sunrise and sunset, which is certainly on their day: version 4.0 has dated a day in Tokyo by
    /// Greenwich's midnight. nil without a sunrise or sunset.
    fileprivate var solarNoon: UnixTime? {
        guard let rise = self["sunrise"].unixTime, let set = self["sunset"].unixTime,
            let dated = self["dt"].unixTime, (0...86_400).contains(set.seconds(since: rise))
        else { return nil }
        let noon = rise.advanced(by: set.seconds(since: rise) / 2)
        return abs(noon.seconds(since: dated)) <= 86_400 ? noon : nil
    }
}

import Foundation
import Weather

extension OpenMeteoAnswer {
    /// The place's calendar and the one offset that the whole answer is written with, which is that of the day of the
    /// answer. Where tzdata does not know the zone, the offset has to do for a zone.
    func clock(at now: UnixTime) -> (calendar: PlaceCalendar, utcOffset: Int) {
        let offset = utcOffset.flatMap { (-86_400...86_400).contains($0) ? $0 : nil }
        let zone =
            timeZone.flatMap(TimeZone.init(identifier:)) ?? offset.flatMap(TimeZone.init(secondsFromGMT:)) ?? .gmt
        return (PlaceCalendar(timeZone: zone), offset ?? zone.secondsFromGMT(for: now.foundationDate))
    }
}

extension Report {
    /// nil when there is no usable value in the answer.
    init?(_ answer: OpenMeteoAnswer, for coordinate: Coordinate, at now: UnixTime) {
        let (calendar, utcOffset) = answer.clock(at: now)
        self.init(
            coordinate: coordinate, timeZone: calendar.identifier, provider: OpenMeteo.identity, fetchedAt: now)

        // The present is of use even without its time.
        let present = OpenMeteoRow(table: answer.current, index: 0, utcOffset: utcOffset)
        if let conditions = Conditions(present, falling: present) {
            current = conditions
            observedAt = present.time("time")
        }
        let rows = answer.hourly.rows(utcOffset: utcOffset)
        // An array that grows by itself keeps up to twice the room that it needs.
        hours.reserveCapacity(rows.count)
        for (index, (time, row)) in rows.enumerated() {
            // What falls is told of the hour that ends at the time; that of the hour that begins stands one row below.
            let next = index + 1 < rows.count ? rows[index + 1] : nil
            let following = next.flatMap { $0.time == time.advanced(by: 3600) ? $0.row : nil }
            let probability = following?.value("precipitation_probability", .share)
            guard let conditions = Conditions(row, falling: following) ?? probability.map({ _ in Conditions() }) else {
                continue
            }
            hours.append(Hour(time: time, conditions: conditions, precipitationProbability: probability))
        }
        for (time, row) in answer.daily.rows(utcOffset: utcOffset) {
            // Times that differ may still fall on one date.
            guard let day = Day(row, time: time, utcOffset: utcOffset, calendar: calendar),
                days.last.map({ $0.date < day.date }) ?? true
            else { continue }
            days.append(day)
        }
        var steps = answer.quarterHourly.rows(utcOffset: utcOffset).map { time, row in
            PrecipitationStep(end: time, duration: 900, amount: row.value("precipitation", .depth))
        }
        while let last = steps.last, last.amount == nil { steps.removeLast() }
        precipitation = PrecipitationSeries(steps)

        if current == nil, hours.isEmpty, days.isEmpty { return nil }
        let unknown = Set([answer.current, answer.hourly, answer.daily].flatMap { $0.unknownCodes("weather_code") })
        if !unknown.isEmpty { unknownCodes = unknown.sorted().prefix(10).map { "weather code \($0)" } }
    }
}

extension Conditions {
    /// nil when nothing is known but whether it is day.
    ///
    /// - Parameter falling: the row that tells of rain and snow; nil when there is none.
    fileprivate init?(_ row: OpenMeteoRow, falling: OpenMeteoRow?) {
        self.init(condition: row.condition("weather_code"))
        temperature = row.value("temperature_2m", .temperature)
        feelsLike = row.value("apparent_temperature", .temperature)
        dewPoint = row.value("dew_point_2m", .temperature)
        humidity = row.value("relative_humidity_2m", .share)
        cloudCover = row.value("cloud_cover", .share)
        pressure = row.value("pressure_msl", .pressure)
        windSpeed = row.value("wind_speed_10m", .speed)
        windDirection = row.value("wind_direction_10m", .direction)
        windGust = row.value("wind_gusts_10m", .speed)
        precipitation = falling?.value("precipitation", .depth)
        rain = falling?.rain("rain", "showers")
        snowfall = falling?.value("snowfall", .snowDepth)
        visibility = row.value("visibility", .visibility)
        uvIndex = row.value("uv_index", .uvIndex)
        if self == Conditions() { return nil }
        isDay = row.flag("is_day")
    }
}

extension Day {
    /// nil when nothing is known but the sun's course.
    ///
    /// - Parameter time: the day's midnight by `utcOffset`, which on the far side of a clock change is an hour off the
    ///   real one; the date that it falls on is right nevertheless.
    fileprivate init?(_ row: OpenMeteoRow, time: UnixTime, utcOffset: Int, calendar: PlaceCalendar) {
        let date = PlaceCalendar.greenwich.date(at: time.advanced(by: utcOffset))
        guard let span = calendar.span(of: date) else { return nil }
        let empty = Day(date: date, start: span.start, end: span.end)
        self = empty
        condition = row.condition("weather_code")
        temperatureMax = row.value("temperature_2m_max", .temperature)
        temperatureMin = row.value("temperature_2m_min", .temperature)
        feelsLikeMax = row.value("apparent_temperature_max", .temperature)
        feelsLikeMin = row.value("apparent_temperature_min", .temperature)
        cloudCover = row.value("cloud_cover_mean", .share)
        precipitation = row.value("precipitation_sum", .depth)
        rain = row.rain("rain_sum", "showers_sum")
        snowfall = row.value("snowfall_sum", .snowDepth)
        precipitationProbability = row.value("precipitation_probability_max", .share)
        precipitationHours = row.value("precipitation_hours", .hours)
        windSpeedMax = row.value("wind_speed_10m_max", .speed)
        windGustMax = row.value("wind_gusts_10m_max", .speed)
        windDirection = row.value("wind_direction_10m_dominant", .direction)
        uvIndexMax = row.value("uv_index_max", .uvIndex)
        if self == empty { return nil }
        daylight = row.daylight
    }
}

extension OpenMeteoRow {
    /// Open-Meteo tells rain of fronts from rain of showers; nil when neither is given.
    fileprivate func rain(_ steady: String, _ showers: String) -> Double? {
        let parts = [value(steady, .depth), value(showers, .depth)].compactMap { $0 }
        guard let first = parts.first else { return nil }
        return parts.count == 1 ? first : parts.reduce(0, +).rounded(decimals: 3)
    }

    /// On days without a sunrise Open-Meteo gives the midnights instead: the same twice in the polar night, 24 hours
    /// apart on a polar day.
    fileprivate var daylight: Daylight? {
        let rise = time("sunrise")
        let set = time("sunset")
        guard
            let length = value("daylight_duration", .seconds)
                ?? rise.flatMap({ set?.seconds(since: $0) }).map(Double.init)
        else { return nil }
        if length >= 86_400 { return .polarDay }
        if length == 0 { return .polarNight }
        guard let rise, let set, rise < set, set.seconds(since: rise) < 86_400 else { return nil }
        return .sun(rise: rise, set: set)
    }
}

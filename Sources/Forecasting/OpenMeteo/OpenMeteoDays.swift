import Astronomy
import Weather

extension OpenMeteoAnswer {
    /// The days of the answer by the place's calendar.
    ///
    /// - Parameter hours: in the order of time, from the day before the first one on where they are known.
    func days(of hours: [Hour], in calendar: PlaceCalendar, utcOffset: Int, at coordinate: Coordinate) -> [Day] {
        var days: [Day] = []
        var rest = hours[...]
        var before: Hour?
        for (time, row) in daily.rows(utcOffset: utcOffset) {
            // The day's midnight by the answer's offset, which beyond a clock change is an hour off the real one; its date
            // is right nevertheless. Times that differ may still fall on one date.
            let date = PlaceCalendar.greenwich.date(at: time.advanced(by: utcOffset))
            guard let span = calendar.span(of: date), days.last.map({ $0.date < date }) ?? true else { continue }
            let earlier = rest.prefix { $0.time < span.start }
            rest = rest.dropFirst(earlier.count)
            before = earlier.last(where: \.hasPrecipitation) ?? before
            let own = rest.prefix { $0.time < span.end }
            rest = rest.dropFirst(own.count)
            let made = Day(date: date, start: span.start, end: span.end, hours: own, before: before)
            before = own.last(where: \.hasPrecipitation) ?? before
            guard var day = Day(row, on: made) else { continue }
            day.daylight = row.daylight(of: day) ?? Sun(coordinate: coordinate).daylight(from: day.start, to: day.end)
            days.append(day)
        }
        return days
    }
}

extension Day {
    /// What the service computes for the day, as far as that is right; nil when it computes nothing but the sun's course.
    ///
    /// Its days are of 24 hours from the midnight by the answer's one offset. Where the clocks change, or have changed by then, they are
    /// not the place's, and only the hours count. Its sums and maxima of what belongs to the preceding hour are
    /// of the rows from 0 to 23 o'clock, which is the time from 23 to 23 o'clock: there the hours count wherever they cover
    /// the day.
    ///
    /// - Parameter made: the day as its hours make it.
    fileprivate init?(_ row: OpenMeteoRow, on made: Day) {
        let empty = Day(date: made.date, start: made.start, end: made.end)
        var told = empty
        told.condition = row.condition("weather_code")
        told.temperatureMax = row.value("temperature_2m_max", .temperature)
        told.temperatureMin = row.value("temperature_2m_min", .temperature)
        told.feelsLikeMax = row.value("apparent_temperature_max", .temperature)
        told.feelsLikeMin = row.value("apparent_temperature_min", .temperature)
        told.cloudCover = row.value("cloud_cover_mean", .share)
        told.precipitation = row.value("precipitation_sum", .depth)
        told.rain = row.rain("rain_sum", "showers_sum")
        told.snowfall = row.value("snowfall_sum", .snowDepth)
        told.precipitationProbability = row.value("precipitation_probability_max", .share)
        told.precipitationHours = row.value("precipitation_hours", .hours)
        told.windSpeedMax = row.value("wind_speed_10m_max", .speed)
        told.windGustMax = row.value("wind_gusts_10m_max", .speed)
        told.windDirection = row.value("wind_direction_10m_dominant", .direction)
        told.uvIndexMax = row.value("uv_index_max", .uvIndex)
        if told == empty { return nil }
        // In half-hour zones the service's days begin half an hour off the place's.
        let isPlacesDay =
            row.time("time") == made.start && made.end.seconds(since: made.start) == 86_400
            && row.utcOffset.isMultiple(of: 3600)
        self = isPlacesDay ? told.corrected(by: made) : made
    }

    /// With what belongs to the preceding hour taken from the hours, when these cover the day.
    private func corrected(by made: Day) -> Day {
        // A sum is known only when the hours cover the day.
        guard made.precipitation != nil else { return self }
        var day = self
        if made.condition != .unknown { day.condition = made.condition }
        day.precipitation = made.precipitation
        day.precipitationHours = made.precipitationHours
        day.rain = made.rain ?? rain
        day.snowfall = made.snowfall ?? snowfall
        day.precipitationProbability = made.precipitationProbability ?? precipitationProbability
        day.windGustMax = made.windGustMax ?? windGustMax
        return day
    }
}

extension OpenMeteoRow {
    /// The sun's course, when the answer is plausible: it rises and sets within the day. On days without a sunrise the service
    /// gives the midnights instead: the same twice in the polar night, 24 hours apart on a polar day. Where the sun sets after
    /// midnight, and in the weeks around, its times and its length of day contradict each other: nil.
    fileprivate func daylight(of day: Day) -> Daylight? {
        let rise = time("sunrise")
        let set = time("sunset")
        let length = value("daylight_duration", .seconds)
        if let rise, let set {
            let lit = set.seconds(since: rise)
            if lit == 86_400, length ?? 86_400 == 86_400 { return .polarDay }
            if lit == 0, length ?? 0 == 0 { return .polarNight }
            return day.start <= rise && rise < set && set < day.end && length != 0 && length != 86_400
                ? .sun(rise: rise, set: set) : nil
        }
        return length == 86_400 ? .polarDay : length == 0 ? .polarNight : nil
    }
}

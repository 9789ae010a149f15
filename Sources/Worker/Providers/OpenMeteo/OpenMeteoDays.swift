import Almanac
import Weather

extension OpenMeteoAnswer {
    /// The days of the place's calendar.
    ///
    /// - Parameter hours: in order of time, from the day before the first one if known.
    func days(of hours: [Hour], in calendar: PlaceCalendar, utcOffset: Int, at coordinate: Coordinate) -> [Day] {
        var days: [Day] = []
        var rest = hours[...]
        var before: Hour?
        for (time, row) in daily.rows(utcOffset: utcOffset) {
            // The day's midnight by the answer's offset is an hour off after a clock change, but has the right date.
            // Different times may still have the same date.
            let date = PlaceCalendar.greenwich.date(at: time.advanced(by: utcOffset))
            guard let span = calendar.span(of: date), days.last.map({ $0.date < date }) ?? true else { continue }
            let earlier = rest.prefix { $0.time < span.start }
            rest = rest.dropFirst(earlier.count)
            before = earlier.last(where: \.statesPrecipitation) ?? before
            let own = rest.prefix { $0.time < span.end }
            rest = rest.dropFirst(own.count)
            let aggregated = Day(date: date, start: span.start, end: span.end, hours: own, before: before)
            before = own.last(where: \.statesPrecipitation) ?? before
            guard var day = Day(row, on: aggregated) else { continue }
            day.daylight = row.daylight(of: day) ?? Sun(coordinate: coordinate).daylight(from: day.start, to: day.end)
            days.append(day)
        }
        return days
    }
}

extension Day {
    /// The service's values for the day, where correct; nil if it has only the sun's course.
    ///
    /// Its days are 24 hours from midnight at one fixed UTC offset: wrong after a clock change, when only the hours
    /// count. Its sums and maxima of values for the preceding hour cover 23:00 to 23:00: the hours replace them where
    /// they cover the day.
    ///
    /// - Parameter aggregated: the day aggregated from its hours.
    fileprivate init?(_ row: OpenMeteoRow, on aggregated: Day) {
        let empty = Day(date: aggregated.date, start: aggregated.start, end: aggregated.end)
        var computed = empty
        computed.condition = row.condition("weather_code")
        for field in OpenMeteoField<Day>.all { field.quantity.set(&computed, row.value(field)) }
        if computed == empty { return nil }
        // In zones with half-hour offsets, the service's days begin half an hour early or late.
        let isPlacesDay =
            row.time("time") == aggregated.start && aggregated.end.seconds(since: aggregated.start) == 86_400
            && row.utcOffset.isMultiple(of: 3600)
        self = isPlacesDay ? computed.corrected(by: aggregated) : aggregated
    }

    /// Replaces the values for the preceding hour by those of the hours, if these cover the day.
    private func corrected(by aggregated: Day) -> Day {
        var day = self
        // The service has these by the hour alone.
        day.snowDepthMax = aggregated.snowDepthMax
        day.freezingLevelMin = aggregated.freezingLevelMin
        // A variable that the server does not know. Of the hours, the probability alone may be a part of the day's.
        for quantity in Self.quantities where quantity.get(day) == nil && quantity != .precipitationProbability {
            quantity.set(&day, quantity.get(aggregated))
        }
        // A sum is known only when the hours cover the day.
        guard aggregated.precipitation != nil else { return day }
        if aggregated.condition != .unknown { day.condition = aggregated.condition }
        day.precipitation = aggregated.precipitation
        day.precipitationHours = aggregated.precipitationHours
        day.rain = aggregated.rain ?? rain
        day.snowfall = aggregated.snowfall ?? snowfall
        day.precipitationProbability = aggregated.precipitationProbability ?? precipitationProbability
        day.windGustMax = aggregated.windGustMax ?? windGustMax
        return day
    }
}

extension OpenMeteoRow {
    /// The sun's course if it rises and sets within the day. Without a sunrise, the service sends midnights: the same
    /// one twice in polar night, 24 hours apart on a polar day. If the sun sets after midnight, the service's times and
    /// its day length contradict each other: nil.
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

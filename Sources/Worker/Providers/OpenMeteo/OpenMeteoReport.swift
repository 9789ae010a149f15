import Almanac
import Weather
import WorkerProtocol

extension OpenMeteoAnswer {
    /// The place's calendar, and the answer's UTC offset, valid on the day of the answer. If tzdata does not know the zone, the
    /// offset is used as the zone.
    func clock(at now: UnixTime) -> (calendar: PlaceCalendar, utcOffset: Int) {
        let offset = utcOffset.flatMap { (-86_400...86_400).contains($0) ? $0 : nil }
        let zone =
            timeZone.flatMap(TimeZone.init(known:)) ?? offset.flatMap(TimeZone.init(offset:)) ?? .gmt
        return (PlaceCalendar(timeZone: zone), offset ?? zone.offset(at: now.seconds))
    }
}

extension OpenMeteoAnswer {
    fileprivate func unknownConditions(utcOffset: Int) -> UnknownConditions {
        func times(_ rows: [(time: UnixTime, row: OpenMeteoRow)]) -> [UnixTime] {
            rows.filter { $0.row.hasUnknownCode }.map(\.time)
        }
        let hours = times(hourlyRows(utcOffset: utcOffset))
        let days = times(daily.rows(utcOffset: utcOffset))
        return UnknownConditions(
            isPresent: !current.unknownCodes("weather_code").isEmpty,
            // A row's code may describe the hour before it.
            hours: Set(hours + hours.map { $0.advanced(by: -3600) }),
            days: Set(days.map { PlaceCalendar.greenwich.date(at: $0.advanced(by: utcOffset)) }))
    }
}

extension Report: OpenMeteoContent {
    static var subject: String { "weather" }

    init?(_ answer: OpenMeteoAnswer, for coordinate: Coordinate, at now: UnixTime) {
        let (calendar, utcOffset) = answer.clock(at: now)
        self.init(
            coordinate: coordinate, timeZone: calendar.identifier, provider: ProviderFacts.openMeteo.identity,
            fetchedAt: now)

        // Current weather is useful even without its time.
        let present = OpenMeteoRow(table: answer.current, index: 0, utcOffset: utcOffset)
        if var conditions = Conditions(present, ending: present) {
            conditions.precipitationPeriod = conditions.hasPrecipitation ? present.interval : nil
            current = conditions
            // The service computes current weather from models.
            currentOrigin = .analysis
            observedAt = present.time("time")
        }
        let all = answer.hours(utcOffset: utcOffset)
        days = answer.days(of: all, in: calendar, utcOffset: utcOffset, at: coordinate)
        let today = calendar.date(at: now)
        let start = calendar.span(of: today)?.start ?? now
        let last = calendar.date(OpenMeteo.days - 1, after: today).flatMap(calendar.span)
        let end = last?.end ?? .distantFuture
        days.removeAll { $0.start < start || end <= $0.start }
        // A copy, since an array that grew has up to twice the capacity that it needs.
        hours = Array(all.drop { $0.time.advanced(by: 3600) <= start }.prefix { $0.time < end })
        past = all.prefix { $0.time.advanced(by: 3600) <= start }.compactMap(PastTemperatures.Point.init)
        precipitation = answer.quarterHours(utcOffset: utcOffset, for: coordinate, at: now)
        elevation = answer.elevation

        if current == nil, hours.isEmpty, days.isEmpty { return nil }
        let unknown = Set([answer.current, answer.hourly, answer.daily].flatMap { $0.unknownCodes("weather_code") })
        guard !unknown.isEmpty else { return }
        unknownCodes = unknown.sorted().prefix(10).map { "weather code \($0)" }
        deriveConditions(except: answer.unknownConditions(utcOffset: utcOffset))
    }
}

extension OpenMeteoAnswer {
    /// The hours with the service's values.
    ///
    /// Amounts, probability and gusts are documented as values for the hour that ends at a row's time, and the UV index is a
    /// mean over it (`GfsVariable.swift` of open-meteo), so they are in the row after the hour's own. All other values are the
    /// state at the row's time.
    func hours(utcOffset: Int) -> [Hour] {
        let rows = hourlyRows(utcOffset: utcOffset)
        var hours: [Hour] = []
        hours.reserveCapacity(rows.count)
        for (index, (time, row)) in rows.enumerated() {
            let next = index + 1 < rows.count ? rows[index + 1] : nil
            let ending = next.flatMap { $0.time == time.advanced(by: 3600) ? $0.row : nil }
            let probability = ending?.value("precipitation_probability", .percent)
            guard let conditions = Conditions(row, ending: ending) ?? probability.map({ _ in Conditions() }) else {
                continue
            }
            hours.append(Hour(time: time, conditions: conditions, precipitationProbability: probability))
        }
        return hours
    }
}

extension OpenMeteoAnswer {
    /// The hourly rows with their times, which are full hours of UTC.
    ///
    /// In zones that are not whole hours from UTC, the service reads the hours at the offset truncated to whole hours,
    /// but labels them with the full offset (`getTimerange2` in `ForecastapiQuery.swift` of open-meteo). Its quarter
    /// hours are labelled correctly.
    ///
    /// - Parameter utcOffset: of the answer, s.
    func hourlyRows(utcOffset: Int) -> [(time: UnixTime, row: OpenMeteoRow)] {
        var rows: [(time: UnixTime, row: OpenMeteoRow)] = []
        for (label, row) in hourly.rows(utcOffset: utcOffset) {
            let isRight = label.seconds.isMultiple(of: 3600)
            let time = isRight ? label : label.advanced(by: utcOffset % 3600)
            // A shifted label may collide with the next one when only some labels are full hours.
            if let last = rows.last, last.time >= time { continue }
            rows.append((time: time, row: row))
        }
        return rows
    }
}

extension Conditions {
    /// nil when nothing but day or night is known.
    ///
    /// - Parameters:
    ///   - row: of the moment.
    ///   - ending: the row with the values for the hour, or quarter of an hour, that starts then; nil for none.
    init?(_ row: OpenMeteoRow, ending: OpenMeteoRow?) {
        self.init(condition: row.condition(before: ending))
        for field in OpenMeteoField<Conditions>.all {
            field.quantity.set(&self, (field.validity == .instant ? row : ending)?.value(field))
        }
        if self == Conditions() { return nil }
        isDay = row.flag("is_day")
    }

    var hasPrecipitation: Bool { precipitation != nil || rain != nil || snowfall != nil }
}

extension OpenMeteoRow {
    /// The period of the current amounts, s: a quarter of an hour, or an hour if the service has no finer model; nil
    /// when not given.
    var interval: Int? {
        number("interval").flatMap { Int(exactly: $0) }.flatMap { (60...86_400).contains($0) ? $0 : nil }
    }

    /// The condition from this row to the next. Codes of rain and snow are computed from the amounts of the preceding hour,
    /// codes of clouds and fog from the state at the row's time (`WeatherCode.swift` of open-meteo).
    ///
    /// - Parameter ending: the next row; this one for current weather.
    fileprivate func condition(before ending: OpenMeteoRow?) -> Condition {
        let firstOfPrecipitation = 50.0
        let own = number("weather_code") ?? firstOfPrecipitation
        let next = ending?.number("weather_code") ?? 0
        return next < firstOfPrecipitation && own < firstOfPrecipitation
            ? condition("weather_code") : ending?.condition("weather_code") ?? .unknown
    }
}

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

    /// Replaces the values for the preceding hour by values of the hours, if these cover the day.
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

extension Condition {
    /// The condition of a code of WMO table 4677 (present weather reported from a manned station), of which
    /// Open-Meteo uses the codes below; `unknown` for any other.
    init(wmoCode: Int) {
        self =
            switch wmoCode {
            case 0: .clear
            case 1: .mostlyClear
            case 2: .partlyCloudy
            case 3: .overcast
            case 45, 48: .fog
            case 51, 53, 55: .drizzle
            case 56, 57: .freezingDrizzle
            case 61: .rainLight
            case 63: .rain
            case 65: .rainHeavy
            case 66, 67: .freezingRain
            case 71, 77: .snowLight
            case 73: .snow
            case 75: .snowHeavy
            case 80, 81, 82: .rainShowers
            case 85, 86: .snowShowers
            case 95: .thunderstorm
            case 96, 99: .thunderstormHail
            default: .unknown
            }
    }
}

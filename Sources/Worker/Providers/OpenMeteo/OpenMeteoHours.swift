import Weather

extension OpenMeteoAnswer {
    /// The hours with the service's values.
    ///
    /// Amounts, probability and gusts are documented as those of the hour that ends at a row's time, and the UV index
    /// is a mean over it (`GfsVariable.swift` of open-meteo), so they are in the row after the hour's own. All other
    /// values are the state at the row's time.
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

    /// Whether any amount is known.
    var hasPrecipitation: Bool { precipitation != nil || rain != nil || snowfall != nil }
}

extension OpenMeteoRow {
    /// The period of the current amounts, s: a quarter of an hour, or an hour if the service has no finer model; nil
    /// when not given.
    var interval: Int? {
        number("interval").flatMap { Int(exactly: $0) }.flatMap { (60...86_400).contains($0) ? $0 : nil }
    }

    /// The condition from this row to the next. Codes of rain and snow are computed from the amounts of the preceding
    /// hour, those of clouds and fog from the state at the row's time (`WeatherCode.swift` of open-meteo).
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

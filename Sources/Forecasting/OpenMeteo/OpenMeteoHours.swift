import Weather

extension OpenMeteoAnswer {
    /// The hours, each with what the service computes for it.
    ///
    /// Amounts, probability and gusts are documented as those of the hour that ends at a row's time; the UV index is a mean of
    /// it (`GfsVariable.swift` of open-meteo). All of them are one row below the hour's own.
    /// All else is the state of the air at the row's time.
    func hours(utcOffset: Int) -> [Hour] {
        let rows = hourlyRows(utcOffset: utcOffset)
        var hours: [Hour] = []
        hours.reserveCapacity(rows.count)
        for (index, (time, row)) in rows.enumerated() {
            let next = index + 1 < rows.count ? rows[index + 1] : nil
            let ending = next.flatMap { $0.time == time.advanced(by: 3600) ? $0.row : nil }
            let probability = ending?.value("precipitation_probability", .share)
            guard let conditions = Conditions(row, ending: ending) ?? probability.map({ _ in Conditions() }) else {
                continue
            }
            hours.append(Hour(time: time, conditions: conditions, precipitationProbability: probability))
        }
        return hours
    }
}

extension OpenMeteoAnswer {
    /// The hourly rows, each with the moment that its values are for, which is a full hour of UTC.
    ///
    /// In zones that are not whole hours from UTC the service reads the hours at the UTC offset cut to whole hours, and labels
    /// them with the whole offset (`getTimerange2` in `ForecastapiQuery.swift` of open-meteo). Its quarters of an hour are
    /// labelled right.
    ///
    /// - Parameter utcOffset: that of the answer, seconds.
    func hourlyRows(utcOffset: Int) -> [(time: UnixTime, row: OpenMeteoRow)] {
        var rows: [(time: UnixTime, row: OpenMeteoRow)] = []
        for (label, row) in hourly.rows(utcOffset: utcOffset) {
            let isRight = label.seconds.isMultiple(of: 3600)
            let time = isRight ? label : label.advanced(by: utcOffset % 3600)
            // A label that is moved may come upon the next one, where only some of them are full hours.
            if let last = rows.last, last.time >= time { continue }
            rows.append((time: time, row: row))
        }
        return rows
    }
}

extension Conditions {
    /// nil when nothing is known but whether it is day.
    ///
    /// - Parameters:
    ///   - row: that of the moment.
    ///   - ending: the row whose preceding hour, or quarter of an hour, is meant; nil when there is none.
    init?(_ row: OpenMeteoRow, ending: OpenMeteoRow?) {
        self.init(condition: row.condition(before: ending))
        temperature = row.value("temperature_2m", .temperature)
        feelsLike = row.value("apparent_temperature", .temperature)
        dewPoint = row.value("dew_point_2m", .temperature)
        humidity = row.value("relative_humidity_2m", .share)
        cloudCover = row.value("cloud_cover", .share)
        pressure = row.value("pressure_msl", .pressure)
        windSpeed = row.value("wind_speed_10m", .speed)
        windDirection = row.value("wind_direction_10m", .direction)
        windGust = ending?.value("wind_gusts_10m", .speed)
        precipitation = ending?.value("precipitation", .depth)
        rain = ending?.rain("rain", "showers")
        snowfall = ending?.value("snowfall", .snowDepth)
        visibility = row.value("visibility", .visibility)
        uvIndex = ending?.value("uv_index", .uvIndex)
        if self == Conditions() { return nil }
        isDay = row.flag("is_day")
    }

    /// Whether anything is known of what falls.
    var hasPrecipitation: Bool { precipitation != nil || rain != nil || snowfall != nil }
}

extension OpenMeteoRow {
    /// The period that the amounts of the present are for, seconds: a quarter of an hour, or an hour where the service has
    /// no finer model; nil when it does not say.
    var interval: Int? {
        number("interval").flatMap { Int(exactly: $0) }.flatMap { (60...86_400).contains($0) ? $0 : nil }
    }

    /// The condition from this row to the next. Codes of rain and snow are computed from the amounts of the preceding hour,
    /// those of clouds and fog from the state at the row's time (`WeatherCode.swift` of open-meteo).
    ///
    /// - Parameter ending: the next row; this one for the present.
    fileprivate func condition(before ending: OpenMeteoRow?) -> Condition {
        let firstOfPrecipitation = 50.0
        let own = number("weather_code") ?? firstOfPrecipitation
        let next = ending?.number("weather_code") ?? 0
        return next < firstOfPrecipitation && own < firstOfPrecipitation
            ? condition("weather_code") : ending?.condition("weather_code") ?? .unknown
    }

    /// Open-Meteo tells rain of fronts from rain of showers; nil when neither is given.
    func rain(_ steady: String, _ showers: String) -> Double? {
        let parts = [value(steady, .depth), value(showers, .depth)].compactMap { $0 }
        guard let first = parts.first else { return nil }
        return parts.count == 1 ? first : parts.reduce(0, +).rounded(decimals: 3)
    }
}

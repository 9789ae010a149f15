import Weather

/// Where the weather goes from here, as far as a report tells it.
struct Outlook {
    let report: Report
    /// The weather of `now`; nil where it is not asked for, and then there is no trend.
    let present: Present?
    let now: UnixTime

    /// The day after the one that `now` falls on; nil on the last day of the forecast.
    var tomorrow: Day? {
        report.day(at: now).flatMap { report.day(at: $0.end) }
    }

    /// By how much tomorrow's highest temperature is above today's, K; nil when one of them is not known.
    var warming: Double? {
        guard let today = report.day(at: now)?.temperatureMax, let tomorrow = tomorrow?.temperatureMax else {
            return nil
        }
        return tomorrow - today
    }

    /// How far ahead the trend looks, seconds.
    static let horizon = 6 * 3600

    /// By less than this the temperature does not change, K.
    static let leastChange = 2.0

    /// Where the temperature goes in the next six hours, and how far, °C. It rises when it gets 2 K above the present one before it
    /// gets 2 K below it, up to the highest that it has before it is 2 K below that again; it falls likewise; else it is
    /// steady, up to the last of these hours. nil when the present temperature is not known, or the forecast ends before.
    var trend: (trend: Trend, temperature: Double)? {
        let end = now.advanced(by: Self.horizon)
        let hours = report.hours(from: now, before: end.advanced(by: 1)).filter {
            $0.time > now && $0.conditions.temperature != nil
        }
        guard let present = present?.conditions.temperature, let last = hours.last,
            last.time > end.advanced(by: -3600)
        else { return nil }
        let temperatures = hours.compactMap(\.conditions.temperature)
        guard let first = temperatures.firstIndex(where: { ($0 - present).magnitude >= Self.leastChange }) else {
            return (.steady, temperatures[temperatures.count - 1])
        }
        let isRising = temperatures[first] > present
        var extreme = temperatures[first]
        for temperature in temperatures[first...] {
            let progress = isRising ? temperature - extreme : extreme - temperature
            if progress <= -Self.leastChange { break }
            if progress > 0 { extreme = temperature }
        }
        return (isRising ? .rising : .falling, extreme)
    }

    /// How much longer the sun will be up, seconds: until it sets, or before it rises from then until it sets on that day.
    /// nil after sunset, and on days on which it does not rise and set.
    var daylightLeft: Int? {
        sunLeft.map { $0.set.seconds(since: $0.rise) }
    }

    /// The rest of the sun's course that is up, or today's that is to come. Near the polar circle the sun of one day sets
    /// after midnight, so every day is asked.
    private var sunLeft: (rise: UnixTime, set: UnixTime)? {
        for day in report.days {
            guard let set = day.daylight?.sunset, now < set else { continue }
            // On the last day of the midnight sun it has been up since before the day began.
            if day.daylight?.sunrise ?? day.start <= now { return (now, set) }
        }
        guard case .sun(let rise, let set)? = report.day(at: now)?.daylight, now < rise else { return nil }
        return (rise, set)
    }

    // MARK: - When it is another

    /// When the trend can be another by the clock alone: an hour begins, comes into sight, or is the last that was missing.
    var turnsOfTrend: [UnixTime] {
        [0, -Self.horizon, 3600 - Self.horizon].flatMap { lead in report.hours.map { $0.time.advanced(by: lead) } }
    }

    /// When the whole minutes of daylight that are left next are others; nil when they will not be before the sun rises or a
    /// day begins.
    var nextMinuteOfDaylight: UnixTime? {
        guard let (rise, set) = sunLeft, rise == now else { return nil }
        return set.advanced(by: -(set.seconds(since: now) - 1) / 60 * 60)
    }
}

import Languages
import Weather

/// Trends and comparisons derived from a report.
struct Outlook {
    let report: Report
    /// The weather of `now`; nil if not needed, in which case there is no trend.
    let present: Present?
    let now: UnixTime

    /// The day after `now`; nil on the last day of the forecast.
    var tomorrow: Day? {
        report.day(at: now).flatMap { report.day(at: $0.end) }
    }

    /// Tomorrow's highest temperature minus today's, K; nil when unknown.
    var warming: Double? {
        guard let today = report.day(at: now)?.temperatureMax, let tomorrow = tomorrow?.temperatureMax else {
            return nil
        }
        return tomorrow - today
    }

    /// The time span of the trend, seconds.
    static let horizon = 6 * 3600

    /// Seconds.
    fileprivate static let halfHour = 1800

    /// Smaller changes count as steady, K.
    static let leastChange = 2.0

    /// The trend in the next six hours and its temperature, °C; nil when data is missing. Rising: 2 K above the present
    /// comes before 2 K below it; the temperature is the peak before the next drop of 2 K. Falling is the reverse.
    /// Otherwise steady, with the temperature of the last hour. A measured present is replaced by the forecast for `now`: the
    /// difference between a station and a model is not a change.
    var trend: (trend: Trend, temperature: Double)? {
        let end = now.advanced(by: Self.horizon)
        let hours = report.hours(from: now, before: end.advanced(by: 1)).filter {
            $0.time > now && $0.conditions.temperature != nil
        }
        guard let present = startOfTrend, let last = hours.last,
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

    /// The present temperature by the source of the hours, °C; nil when unknown.
    private var startOfTrend: Double? {
        present?.origin == .station ? report.forecastTemperature(near: now) : present?.conditions.temperature
    }

    /// Whether the present is beyond the temperature that the trend reaches, as a station may measure.
    var isBeyondTrend: Bool {
        guard let trend, let present = present?.conditions.temperature else { return false }
        return switch trend.trend {
        case .rising: trend.temperature.rounded() <= present.rounded()
        case .falling: trend.temperature.rounded() >= present.rounded()
        case .steady: false
        }
    }

    /// The remaining daylight, seconds: until sunset, or the whole day before sunrise. nil after sunset and on days
    /// without sunrise or sunset.
    var daylightLeft: Int? {
        sunLeft.map { $0.set.seconds(since: $0.rise) }
    }

    /// The current or next period with the sun up. Near the polar circle a sunset can be after midnight, so every day
    /// is checked.
    private var sunLeft: (rise: UnixTime, set: UnixTime)? {
        for day in report.days {
            guard let set = day.daylight?.sunset, now < set else { continue }
            // At the end of the midnight sun, sunrise was on an earlier day.
            if day.daylight?.sunrise ?? day.start <= now { return (now, set) }
        }
        guard case .sun(let rise, let set)? = report.day(at: now)?.daylight, now < rise else { return nil }
        return (rise, set)
    }

    // MARK: - Next changes

    /// When the clock alone can change the trend: at the start of an hour, when an hour becomes the nearest, or when it enters
    /// the time span.
    var changesOfTrend: [UnixTime] {
        [0, -Self.halfHour, -Self.horizon, 3600 - Self.horizon].flatMap { lead in
            report.hours.map { $0.time.advanced(by: lead) }
        }
    }

    /// When the minutes of remaining daylight next change; nil if not before the next sunrise or day.
    var nextMinuteOfDaylight: UnixTime? {
        guard let (rise, set) = sunLeft, rise == now else { return nil }
        return set.advanced(by: -(set.seconds(since: now) - 1) / 60 * 60)
    }
}

extension Report {
    /// The forecast temperature of the nearest hour, °C; nil when unknown.
    fileprivate func forecastTemperature(near moment: UnixTime) -> Double? {
        hour(at: moment.advanced(by: Outlook.halfHour))?.conditions.temperature
    }
}

import Languages
import Weather

// The day in one sentence.
extension Outlook {
    /// The rest of today; in the evening, the night until 6:00. The evening begins at sunset but not before 18:00, and
    /// at 18:00 on days without sunset. nil without hourly data for that time.
    func summaryText(_ clock: PlaceClock, _ style: Style) -> String? {
        let (subject, span) = today(clock)
        return summary(subject, span, clock, style).map(style.words.summary)
    }

    /// All of tomorrow; nil without hourly data.
    func tomorrowSummaryText(_ clock: PlaceClock, _ style: Style) -> String? {
        let day = clock.day(of: clock.midnight(after: now))
        return summary(.tomorrow, day, clock, style).map(style.words.summary)
    }

    /// What the daily brief is about: the rest of today as `today`, since it is mostly for a morning; from 18:00 on, tomorrow.
    func brief(_ clock: PlaceClock, _ style: Style) -> (summary: Summary, span: Range<UnixTime>, day: Day?)? {
        let day = clock.day(of: now)
        let isEvening = now >= day.upperBound.advanced(by: -6 * 3600)
        let span = isEvening ? clock.day(of: day.upperBound) : now..<day.upperBound
        let summary = summary(isEvening ? .tomorrow : .today, span, clock, style)
        return summary.map { ($0, span, isEvening ? tomorrow : report.day(at: now)) }
    }

    /// The condition for a table's row: for today that of the remaining hours, consistent with the sentence; for other
    /// days the provider's.
    func weather(of day: Day, _ clock: PlaceClock) -> Conditions {
        if day.contains(now) {
            let (subject, span) = today(clock)
            let rest = span.clamped(to: clock.day(of: now))
            if let weather = weather(subject, rest), weather.condition != .unknown { return weather }
        }
        var weather = Conditions(condition: day.condition)
        weather.likelihood = day.likelihood
        weather.isDay = true
        return weather
    }

    /// The subject of today's sentence, and its time span.
    private func today(_ clock: PlaceClock) -> (Summary.Subject, Range<UnixTime>) {
        let day = clock.day(of: now)
        let isNight = now >= evening(of: day)
        let end = isNight ? day.upperBound.advanced(by: Self.morning) : day.upperBound
        let isWhole = report.hours(from: now, before: end).first.map { $0.time <= day.lowerBound } ?? false
        return (isNight ? .tonight : isWhole ? .today : .restOfToday, now..<end)
    }

    /// The start of a day's evening. Counted back from midnight, since clocks change in the small hours.
    func evening(of day: Range<UnixTime>) -> UnixTime {
        max(day.upperBound.advanced(by: -6 * 3600), report.day(at: now)?.daylight?.sunset ?? .distantPast)
    }

    /// The end of the night after midnight, seconds.
    private static let morning = 6 * 3600

    /// The hours' weather, their highest and lowest temperature (at night only the lowest), the first and the last hour
    /// with precipitation, and whether the wind exceeds the user's threshold.
    private func summary(
        _ subject: Summary.Subject, _ span: Range<UnixTime>, _ clock: PlaceClock, _ style: Style
    ) -> Summary? {
        let hours = report.hours(from: span.lowerBound, before: span.upperBound)
        guard let weather = weather(subject, span) else { return nil }
        var summary = Summary(subject: subject, condition: weather.condition)
        summary.likelihood = weather.likelihood
        let temperatures = hours.compactMap(\.conditions.temperature)
        summary.low = temperatures.min().map { style.temperature($0) }
        if subject != .tonight { summary.high = temperatures.max().map { style.temperature($0) } }
        if summary.high == summary.low { summary.low = nil }
        summary.fall = fall(in: hours, clock)
        if hours.contains(where: { $0.conditions.windSpeed ?? 0 >= style.thresholds.windy }) {
            summary.wind = style.words.phrase(.windy)
        }
        return summary
    }

    /// The worst condition of the hours, or the usual cloudiness when there are only clouds; nil without hourly data.
    private func weather(_ subject: Summary.Subject, _ span: Range<UnixTime>) -> Conditions? {
        let hours = report.hours(from: span.lowerBound, before: span.upperBound)
        guard let worst = hours.map(\.conditions).max(by: { $0.rank < $1.rank }) else { return nil }
        let isDay = subject != .tonight
        let sky = worst.condition.isCloudiness ? usualSky(of: hours, byDay: isDay) : nil
        var weather = Conditions(condition: sky ?? worst.condition)
        weather.likelihood = worst.likelihood
        weather.isDay = isDay
        return weather
    }

    /// The median cloudiness: one overcast evening hour does not make a sunny day overcast.
    ///
    /// - Parameter byDay: whether hours after dark count only when there are no others.
    private func usualSky(of hours: ArraySlice<Hour>, byDay: Bool) -> Condition? {
        let cloudy = Array(hours).filter(\.conditions.condition.isCloudiness)
        let light = cloudy.filter { ($0.conditions.isDay ?? report.isDay(at: $0.time)) != false }
        let skies = (byDay && !light.isEmpty ? light : cloudy).map(\.conditions.condition)
        return skies.isEmpty ? nil : skies.sorted { $0.severity < $1.severity }[skies.count / 2]
    }

    /// The hours of precipitation; of possible precipitation if none is expected.
    private func fall(in hours: ArraySlice<Hour>, _ clock: PlaceClock) -> Summary.Fall? {
        let wet = hours.map { isWet($0) }
        let isPossible = !wet.contains(true)
        let falling = isPossible ? hours.map { $0.conditions.condition.precipitationKind != nil } : wet
        guard let first = falling.firstIndex(of: true), let last = falling.lastIndex(of: true) else { return nil }
        let span = hours[(hours.startIndex + first)...(hours.startIndex + last)]
        // A longer period counts for each of its hours.
        let dry = hours[hours.startIndex + last].time.advanced(by: 3600)
        // A period counts once, even if it began before the span.
        let sources = Set(span.compactMap { report.amountHour(at: $0.time) })
        let falls = sources.isEmpty ? span.map(\.conditions) : sources.map(\.conditions)
        return Summary.Fall(
            isSnow: falls.isSnow, isPossible: isPossible,
            from: first == 0 ? nil : clock.time(hours[hours.startIndex + first].time),
            until: last == hours.count - 1 ? nil : clock.time(dry))
    }

    /// Whether precipitation is expected: the condition names it, or the hour's period has at least 0.1 mm, the least
    /// that observers report (WMO-No. 8, volume I, chapter 6).
    private func isWet(_ hour: Hour) -> Bool {
        let falls = hour.conditions.condition.precipitationKind != nil
        // The amount of possible precipitation is just as uncertain.
        if falls, hour.conditions.likelihood == .possible { return false }
        return falls || report.amountHour(at: hour.time)?.conditions.precipitation ?? 0 >= 0.1
    }
}

extension Conditions {
    /// Ranks conditions: the worst first, and for equal conditions the most likely.
    fileprivate var rank: (severity: Int, likelihood: Int) {
        let likelihood =
            switch likelihood {
            case .possible?: 0
            case .likely?: 1
            case nil: 2
            }
        return (condition.severity, likelihood)
    }
}

extension [Conditions] {
    /// Whether there is more snow than rain in water equivalent; by the conditions if amounts are unknown.
    fileprivate var isSnow: Bool {
        let rain = reduce(0) { $0 + ($1.rain ?? 0) }
        let snowfall = reduce(0) { $0 + ($1.snowfall ?? 0) }
        if let kind = PrecipitationKind(rain: rain, snowfall: snowfall) { return kind == .snow }
        let kinds = compactMap(\.condition.precipitationKind)
        return kinds.count { $0 == .snow } * 2 > kinds.count
    }
}

extension Condition {
    /// Whether it describes only the cloud cover.
    fileprivate var isCloudiness: Bool {
        switch self {
        case .clear, .mostlyClear, .partlyCloudy, .overcast: true
        default: false
        }
    }
}

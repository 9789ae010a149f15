import Weather

// The day in one sentence.
extension Outlook {
    /// The rest of today; from the evening on the night, until six in the morning. The evening begins when the sun sets but not
    /// before six, and at six where the sun does not rise or does not set. nil when no hour of that time is known.
    func summaryText(_ clock: PlaceClock, _ style: Style) -> String? {
        let day = clock.day(of: now)
        let isNight = now >= evening(of: day)
        let end = isNight ? day.upperBound.advanced(by: Self.morning) : day.upperBound
        return summary(isNight ? .tonight : .today, now..<end, clock, style).map(style.words.summary)
    }

    /// The whole of tomorrow; nil when no hour of it is known.
    func tomorrowSummaryText(_ clock: PlaceClock, _ style: Style) -> String? {
        let day = clock.day(of: clock.midnight(after: now))
        return summary(.tomorrow, day, clock, style).map(style.words.summary)
    }

    /// When the evening of a day begins. Counted from the midnight after it, since clocks change in the small hours.
    func evening(of day: Range<UnixTime>) -> UnixTime {
        max(day.upperBound.advanced(by: -6 * 3600), report.day(at: now)?.daylight?.sunset ?? .distantPast)
    }

    /// How long after midnight the night ends, seconds.
    private static let morning = 6 * 3600

    /// Of the hours in `span`: their worst weather, their highest and lowest temperature (of a night the lowest alone), the
    /// first and the last in which rain or snow falls, and whether the wind reaches what the user calls windy.
    func summary(
        _ subject: Summary.Subject, _ span: Range<UnixTime>, _ clock: PlaceClock, _ style: Style
    ) -> Summary? {
        let hours = report.hours(from: span.lowerBound, before: span.upperBound)
        guard let condition = hours.map(\.conditions.condition).max(by: { $0.severity < $1.severity }) else {
            return nil
        }
        var summary = Summary(subject: subject, condition: condition)
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

    private func fall(in hours: ArraySlice<Hour>, _ clock: PlaceClock) -> Summary.Fall? {
        guard let first = hours.firstIndex(where: { $0.conditions.isWet }),
            let last = hours.lastIndex(where: { $0.conditions.isWet })
        else { return nil }
        return Summary.Fall(
            isSnow: hours[first...last].map(\.conditions).isSnow,
            from: first == hours.startIndex ? nil : clock.time(hours[first].time),
            until: last == hours.endIndex - 1 ? nil : clock.time(hours[last].time.advanced(by: 3600)))
    }
}

extension Conditions {
    /// Whether rain or snow falls: 0.1 mm in the hour, the least that observers note (WMO-No. 8, Guide to Instruments and Methods of
    /// Observation, volume I, chapter 6), or a weather that is named after it.
    fileprivate var isWet: Bool {
        precipitation ?? 0 >= 0.1 || condition.falls != nil
    }
}

extension [Conditions] {
    /// Whether more snow falls than rain, as water, of which ten millimetres of fresh snow make about one; by the names of
    /// the weather where no amounts are known.
    fileprivate var isSnow: Bool {
        let rain = reduce(0) { $0 + ($1.rain ?? 0) }
        let snow = reduce(0) { $0 + ($1.snowfall ?? 0) / 10 }
        if rain > 0 || snow > 0 { return snow > rain }
        let falls = compactMap(\.condition.falls)
        return falls.count { $0 == .snow } * 2 > falls.count
    }
}

extension Condition {
    fileprivate enum Fall {
        case rain, snow
    }

    /// What falls; nil when nothing does.
    fileprivate var falls: Fall? {
        switch self {
        case .drizzle, .freezingDrizzle, .rainLight, .rain, .rainHeavy, .freezingRain, .sleet, .rainShowers,
            .thunderstorm, .thunderstormHail:
            .rain
        case .snowLight, .snow, .snowHeavy, .snowShowers: .snow
        case .clear, .mostlyClear, .partlyCloudy, .overcast, .fog, .haze, .smoke, .dust, .squall, .tornado, .unknown:
            nil
        }
    }
}

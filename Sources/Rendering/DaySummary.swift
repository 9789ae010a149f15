import Weather

// The day in one sentence.
extension Outlook {
    /// Today, or the rest of it once an hour has passed; in the evening, the night until six in the morning. The evening
    /// begins at sunset but not before six, and at six where the sun does not rise or does not set. nil when no hour of that
    /// time is known.
    func summaryText(_ clock: PlaceClock, _ style: Style) -> String? {
        let (subject, span) = today(clock)
        return summary(subject, span, clock, style).map(style.words.summary)
    }

    /// The whole of tomorrow; nil when no hour of it is known.
    func tomorrowSummaryText(_ clock: PlaceClock, _ style: Style) -> String? {
        let day = clock.day(of: clock.midnight(after: now))
        return summary(.tomorrow, day, clock, style).map(style.words.summary)
    }

    /// The weather that a table shows for a day, with nothing but its condition: of today that of the sentence on it, which is
    /// about the hours that are left, so that the two agree; of any other day the provider's.
    func weather(of day: Day, _ clock: PlaceClock) -> Conditions {
        if day.contains(now) {
            let (subject, span) = today(clock)
            if let weather = weather(subject, span), weather.condition != .unknown { return weather }
        }
        var weather = Conditions(condition: day.condition)
        weather.likelihood = day.likelihood
        weather.isDay = true
        return weather
    }

    /// What the sentence on today is about, and from when until when that is.
    private func today(_ clock: PlaceClock) -> (Summary.Subject, Range<UnixTime>) {
        let day = clock.day(of: now)
        let isNight = now >= evening(of: day)
        let end = isNight ? day.upperBound.advanced(by: Self.morning) : day.upperBound
        let isWhole = report.hours(from: now, before: end).first.map { $0.time <= day.lowerBound } ?? false
        return (isNight ? .tonight : isWhole ? .today : .restOfToday, now..<end)
    }

    /// When the evening of a day begins. Counted from the midnight after it, since clocks change in the small hours.
    func evening(of day: Range<UnixTime>) -> UnixTime {
        max(day.upperBound.advanced(by: -6 * 3600), report.day(at: now)?.daylight?.sunset ?? .distantPast)
    }

    /// How long after midnight the night ends, seconds.
    private static let morning = 6 * 3600

    /// Of the hours in `span`: their weather, their highest and lowest temperature (of a night the lowest alone), the first
    /// and the last in which rain or snow falls, and whether the wind reaches what the user calls windy.
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

    /// The worst weather of the hours in `span`, or where there are only clouds, how cloudy it mostly is, with nothing but
    /// its condition; nil when no hour is known.
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

    /// The median of the amounts of cloud: one overcast evening hour does not make a sunny day overcast.
    ///
    /// - Parameter byDay: whether the hours after dark count only where there are no others.
    private func usualSky(of hours: ArraySlice<Hour>, byDay: Bool) -> Condition? {
        let cloudy = Array(hours).filter(\.conditions.condition.isCloudiness)
        let light = cloudy.filter { ($0.conditions.isDay ?? report.isDay(at: $0.time)) != false }
        let skies = (byDay && !light.isEmpty ? light : cloudy).map(\.conditions.condition)
        return skies.isEmpty ? nil : skies.sorted { $0.severity < $1.severity }[skies.count / 2]
    }

    /// When it rains or snows; where that is nowhere expected, when it is possible.
    private func fall(in hours: ArraySlice<Hour>, _ clock: PlaceClock) -> Summary.Fall? {
        let wet = hours.map { isWet($0) }
        let isPossible = !wet.contains(true)
        let falling = isPossible ? hours.map { $0.conditions.condition.falls != nil } : wet
        guard let first = falling.firstIndex(of: true), let last = falling.lastIndex(of: true) else { return nil }
        let span = hours[(hours.startIndex + first)...(hours.startIndex + last)]
        // A longer period makes each of its hours wet.
        let dry = hours[hours.startIndex + last].time.advanced(by: 3600)
        // A period counts once, also one that began before the span.
        let sources = Set(span.compactMap { report.amountHour(at: $0.time) })
        let falls = sources.isEmpty ? span.map(\.conditions) : sources.map(\.conditions)
        return Summary.Fall(
            isSnow: falls.isSnow, isPossible: isPossible,
            from: first == 0 ? nil : clock.time(hours[hours.startIndex + first].time),
            until: last == hours.count - 1 ? nil : clock.time(dry))
    }

    /// Whether rain or snow is expected: at least 0.1 mm in the period that the hour is part of, the least that observers note
    /// (WMO-No. 8, Guide to Instruments and Methods of Observation, volume I, chapter 6), or a condition that is named after it.
    private func isWet(_ hour: Hour) -> Bool {
        let falls = hour.conditions.condition.falls != nil
        // The amount of what is only possible is no more certain.
        if falls, hour.conditions.likelihood == .possible { return false }
        return falls || report.amountHour(at: hour.time)?.conditions.precipitation ?? 0 >= 0.1
    }
}

extension Conditions {
    /// Which conditions make the day's sentence: the worst, and of the same condition the most likely.
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

    /// Whether it is only about how much of the sky is covered.
    fileprivate var isCloudiness: Bool {
        switch self {
        case .clear, .mostlyClear, .partlyCloudy, .overcast: true
        default: false
        }
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

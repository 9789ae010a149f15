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

    /// The present temperature according to the hours' source, °C; nil when unknown.
    private var startOfTrend: Double? {
        present?.origin == .station ? report.forecastTemperature(near: now) : present?.conditions.temperature
    }

    /// Whether the present is already beyond the temperature that the trend reaches; a station may measure that.
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

// The day in one sentence.
extension Outlook {
    /// The rest of today; in the evening, the night until 6:00. The evening begins at sunset but not before 18:00, and
    /// at 18:00 on days without sunset. nil without hourly data for that time.
    func summaryText(_ clock: PlaceClock, _ style: Style) -> String? {
        let (subject, span) = today(clock)
        return summary(subject, span, clock, style).map(style.words.summary)
    }

    /// Whether the sentence contradicts a measured present: one of them has rain, a storm or fog now, the other has none.
    private func contradictsPresent(_ spells: DaySpells) -> Bool {
        guard let present, present.origin(of: .condition) == .station || present.radarRate != nil else { return false }
        let now = present.conditions.condition
        return now != .unknown && (now.family != nil || now.isObscuration) != spells.hasBegun
    }

    /// All of tomorrow; nil without hourly data.
    func tomorrowSummaryText(_ clock: PlaceClock, _ style: Style) -> String? {
        let day = clock.day(of: clock.midnight(after: now))
        return summary(.tomorrow, day, clock, style).map(style.words.summary)
    }

    /// The span of the daily brief: the rest of today as `today`, since briefs are usually sent in the morning; tomorrow from
    /// 18:00.
    func brief(_ clock: PlaceClock, _ style: Style) -> (summary: Summary, span: Range<UnixTime>, day: Day?)? {
        let day = clock.day(of: now)
        let isEvening = now >= day.upperBound.advanced(by: -6 * 3600)
        let span = isEvening ? clock.day(of: day.upperBound) : now..<day.upperBound
        let summary = summary(isEvening ? .tomorrow : .today, span, clock, style)
        return summary.map { ($0, span, isEvening ? tomorrow : report.day(at: now)) }
    }

    /// The condition for a table row, consistent with the sentence: for today from the remaining hours, for other days from all
    /// their hours. Uses the provider's if the hours do not cover the day.
    func weather(of day: Day, _ clock: PlaceClock) -> Conditions {
        if day.contains(now) {
            let (subject, span) = today(clock)
            if let weather = weather(subject, span.clamped(to: clock.day(of: now))) { return weather }
        } else if report.hasHours(of: day), let weather = weather(.tomorrow, day.start..<day.end) {
            return weather
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

    /// The start of a day's evening, counted back from midnight, since clocks change in the early morning.
    func evening(of day: Range<UnixTime>) -> UnixTime {
        max(day.upperBound.advanced(by: -6 * 3600), report.day(at: now)?.daylight?.sunset ?? .distantPast)
    }

    /// The end of the night after midnight, seconds.
    private static let morning = 6 * 3600

    /// The hours' spells or else the sky, the highest and lowest temperature (at night only the lowest), and whether the wind
    /// exceeds the user's threshold.
    private func summary(
        _ subject: Summary.Subject, _ span: Range<UnixTime>, _ clock: PlaceClock, _ style: Style
    ) -> Summary? {
        let hours = report.hours(from: span.lowerBound, before: span.upperBound)
        guard let first = hours.first, let last = hours.last else { return nil }
        let spells = DaySpells(of: report.spellHours(in: span))
        var summary = Summary(subject: subject)
        let isWholeDay =
            subject != .tonight && last.time.advanced(by: 3600) >= span.upperBound
            && first.time.seconds(since: clock.day(of: span.lowerBound).lowerBound) < Self.morning
        summary.spells = spells.reported.enumerated().map { index, spell in
            let (start, end) = (spells.start(of: spell), spells.end(of: spell))
            return Summary.Spell(
                condition: spell.condition, likelihood: spell.certainty.likelihood, from: start.map { clock.time($0) },
                until: end.map { clock.time($0) }, isAllDay: isWholeDay && start == nil && end == nil,
                followsAtOnce: index > 0 && spells.reported[index - 1].end == spell.first)
        }
        summary.omission = spells.omission.map { $0 == .possible ? .possible : .expected }
        summary.isProbablyDry = spells.isProbablyDry
        summary.isModelled = [.today, .restOfToday, .tonight].contains(subject) && contradictsPresent(spells)
        if spells.leavesSky {
            let end = spells.endOfBegun
            let rest = hours.drop { hour in end.map { hour.time < $0 } ?? false }
            let sky = usualSky(of: rest, byDay: subject != .tonight)
            if end == nil { summary.sky = sky } else { summary.laterSky = sky }
        }
        let temperatures = hours.compactMap(\.conditions.temperature)
        summary.low = temperatures.min().map { style.temperature($0) }
        if subject != .tonight { summary.high = temperatures.max().map { style.temperature($0) } }
        if summary.high == summary.low { summary.low = nil }
        if hours.contains(where: { $0.conditions.windSpeed ?? 0 >= style.thresholds.windy }) {
            summary.wind = style.words.phrase(.windy)
        }
        return summary.isEmpty ? nil : summary
    }

    /// The worst spell of the hours, or the usual cloudiness without any; nil when neither is known.
    private func weather(_ subject: Summary.Subject, _ span: Range<UnixTime>) -> Conditions? {
        let hours = report.hours(from: span.lowerBound, before: span.upperBound)
        let worst = DaySpells(of: report.spellHours(in: span)).worst
        let isDay = subject != .tonight
        guard let condition = worst?.condition ?? usualSky(of: hours, byDay: isDay) else { return nil }
        var weather = Conditions(condition: condition)
        weather.likelihood = worst?.certainty.likelihood
        weather.isDay = isDay
        return weather
    }

    /// The median cloudiness: one overcast evening hour does not make a sunny day overcast. Precipitation that is not reported
    /// counts as clouds.
    ///
    /// - Parameter byDay: whether hours after dark count only when there are no others.
    private func usualSky(of hours: ArraySlice<Hour>, byDay: Bool) -> Condition? {
        let cloudy = hours.filter { hour in
            hour.conditions.condition.isSky || hour.conditions.condition.family != nil
        }
        let light = cloudy.filter { ($0.conditions.isDay ?? report.isDay(at: $0.time)) != false }
        let skies = (byDay && !light.isEmpty ? light : cloudy).map { hour in
            hour.conditions.condition.isSky ? hour.conditions.condition : .overcast
        }
        return skies.isEmpty ? nil : skies.sorted { $0.severity < $1.severity }[skies.count / 2]
    }
}

extension Report {
    /// Whether the hours cover a day. In zones whose offset is not whole hours, the first hour begins after midnight.
    fileprivate func hasHours(of day: Day) -> Bool {
        let own = hours(from: day.start, before: day.end).filter { $0.time >= day.start }
        guard let first = own.first, let last = own.last else { return false }
        return first.time.seconds(since: day.start) < 3600 && last.time.advanced(by: 3600) >= day.end
            && last.time.seconds(since: first.time) == (own.count - 1) * 3600
    }
}

extension Style {
    /// A temperature difference without its sign: `3°`; nil below one degree of the user's unit.
    ///
    /// - Parameter kelvin: K.
    func difference(_ kelvin: Double) -> String? {
        let unit = units.temperature
        let difference = unit.converted(kelvin.magnitude) - unit.converted(0)
        guard difference >= 1 else { return nil }
        return number(difference) + (unit == .kelvin ? " " + words.symbol(.kelvin) : "°")
    }
}

extension Outlook {
    /// `3° warmer than today`; nil when a temperature is unknown. Differences below one degree of the user's unit count
    /// as none.
    func tomorrowText(in style: Style) -> String? {
        warming.map { style.words.tomorrow(style.difference($0), isWarmer: $0 > 0) }
    }

    /// `rising to 21°C`; `rising` if that is below the present, which a station measured. nil when unknown.
    func trendText(in style: Style) -> String? {
        trend.map { trend in
            isBeyondTrend
                ? style.words.trend(trend.trend)
                : style.words.trend(trend.trend, to: style.temperature(trend.temperature))
        }
    }

    /// `2 h 14 min of daylight left`, rounded up; nil after sunset.
    func daylightLeftText(in style: Style) -> String? {
        guard let daylightLeft else { return nil }
        let minutes = (daylightLeft + 59) / 60
        return style.words.daylightLeft(style.words.duration(hours: minutes / 60, minutes: minutes % 60))
    }

    /// The members of `--output json`.
    func members(in style: Style, _ clock: PlaceClock) -> [JSON.Member] {
        let trend = trend.map { trend in
            JSON.object([
                ("change", .string(trend.trend.word)),
                ("temperatureC", .number(trend.temperature)),
                ("text", .optional(trendText(in: style))),
            ])
        }
        let tomorrow = warming.map { warming in
            JSON.object([("differenceC", .number(warming)), ("text", .optional(tomorrowText(in: style)))])
        }
        return [
            ("trend", trend ?? .null),
            ("tomorrow", tomorrow ?? .null),
            ("summary", .optional(summaryText(clock, style))),
        ]
    }
}

extension Trend {
    /// The value in JSON.
    fileprivate var word: String {
        switch self {
        case .rising: "rising"
        case .falling: "falling"
        case .steady: "steady"
        }
    }
}

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

    /// What the daily brief is about: the rest of today as `today`, since it is mostly for a morning; from 18:00 on, tomorrow.
    func brief(_ clock: PlaceClock, _ style: Style) -> (summary: Summary, span: Range<UnixTime>, day: Day?)? {
        let day = clock.day(of: now)
        let isEvening = now >= day.upperBound.advanced(by: -6 * 3600)
        let span = isEvening ? clock.day(of: day.upperBound) : now..<day.upperBound
        let summary = summary(isEvening ? .tomorrow : .today, span, clock, style)
        return summary.map { ($0, span, isEvening ? tomorrow : report.day(at: now)) }
    }

    /// The condition for a table's row, consistent with the sentence: for today that of the remaining hours, for other days that
    /// of their hours. The provider's where the hours do not cover the day.
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

    /// The start of a day's evening. Counted back from midnight, since clocks change in the small hours.
    func evening(of day: Range<UnixTime>) -> UnixTime {
        max(day.upperBound.advanced(by: -6 * 3600), report.day(at: now)?.daylight?.sunset ?? .distantPast)
    }

    /// The end of the night after midnight, seconds.
    private static let morning = 6 * 3600

    /// The hours' spells or else their sky, their highest and lowest temperature (at night only the lowest), and whether the
    /// wind exceeds the user's threshold.
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
    /// Whether the hours cover a day. Where zones are not whole hours from UTC, its first hour begins after midnight.
    fileprivate func hasHours(of day: Day) -> Bool {
        let own = hours(from: day.start, before: day.end).filter { $0.time >= day.start }
        guard let first = own.first, let last = own.last else { return false }
        return first.time.seconds(since: day.start) < 3600 && last.time.advanced(by: 3600) >= day.end
            && last.time.seconds(since: first.time) == (own.count - 1) * 3600
    }
}

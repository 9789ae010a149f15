import Languages
import Weather

/// Today's highest and lowest temperature, as shown beside the present.
struct TodayExtremes: Hashable {
    /// °C; nil when unknown.
    var high: Double?
    var low: Double?
    /// Whether an extreme is only of a part of the day.
    var isHighPartial = false
    var isLowPartial = false
    /// The known part of the day, if an extreme is of it; nil otherwise.
    var part: Range<UnixTime>?

    var isEmpty: Bool { high == nil && low == nil }
}

extension Report {
    /// The provider's, or those of the hours that are known where it has none, such as on the first day. A present beyond them,
    /// which a station may measure, is itself the extreme; nil without a forecast for today.
    func extremes(at now: UnixTime, beside present: Present?) -> TodayExtremes? {
        guard let day = day(at: now) else { return nil }
        var extremes = TodayExtremes(high: day.temperatureMax, low: day.temperatureMin)
        if extremes.high == nil || extremes.low == nil {
            let known = hours.filter { day.contains($0.time) && $0.conditions.temperature != nil }
            let temperatures = known.compactMap(\.conditions.temperature)
            if let first = known.first, let last = known.last {
                let end = min(last.time.advanced(by: 3600), day.end)
                let isWhole =
                    first.time.seconds(since: day.start) < 3600 && end >= day.end
                    && known.count * 3600 > day.end.seconds(since: day.start) - 3600
                extremes.isHighPartial = !isWhole && extremes.high == nil
                extremes.isLowPartial = !isWhole && extremes.low == nil
                extremes.high = extremes.high ?? temperatures.max()
                extremes.low = extremes.low ?? temperatures.min()
                if !isWhole { extremes.part = first.time..<max(first.time, end) }
            }
        }
        guard let present = present?.conditions.temperature else { return extremes }
        extremes.high = extremes.high.map { max($0, present) }
        extremes.low = extremes.low.map { min($0, present) }
        return extremes
    }
}

/// The high and the low of each day in a table, where today's are those beside the present.
struct DayExtremes {
    let extremes: TodayExtremes?
    let today: CalendarDate

    init(of report: Report, at now: UnixTime, beside present: Present?, _ clock: PlaceClock) {
        extremes = report.extremes(at: now, beside: present)
        today = clock.date(now)
    }

    /// The day with today's extremes.
    func shown(_ day: Day) -> Day {
        guard let extremes, day.date == today else { return day }
        var day = day
        (day.temperatureMax, day.temperatureMin) = (extremes.high, extremes.low)
        return day
    }

    /// `14°C`; `≥14°C` of a part of the day; nil when unknown.
    func high(of day: Day, _ style: Style) -> StyledText? {
        text(day.temperatureMax, day.date == today && extremes?.isHighPartial == true ? "≥" : "", style)
    }

    /// `9°C`, `≤9°C`
    func low(of day: Day, _ style: Style) -> StyledText? {
        text(day.temperatureMin, day.date == today && extremes?.isLowPartial == true ? "≤" : "", style)
    }

    private func text(_ celsius: Double?, _ mark: String, _ style: Style) -> StyledText? {
        celsius.map { mark.isEmpty ? style.coloredTemperature($0) : StyledText(mark) + style.coloredTemperature($0) }
    }
}

extension TodayExtremes {
    /// `high 14° / low 9°`; with the part of the day if it is not the whole: `high 14° / low 9° (from 15:00)`. nil when both are
    /// unknown.
    func text(_ clock: PlaceClock, _ style: Style) -> String? {
        func temperature(_ celsius: Double?) -> String { celsius.map { style.temperature($0) } ?? TextTable.unknown }
        guard !isEmpty else { return nil }
        return style.words.extremes(high: temperature(high), low: temperature(low)) + partText(clock)
    }

    /// ` (from 15:00)`; empty for the whole day.
    func partText(_ clock: PlaceClock) -> String {
        guard let part else { return "" }
        let end = clock.day(of: part.lowerBound).upperBound
        let until = part.upperBound < end ? clock.time(part.upperBound) : nil
        let words = clock.style.words
        return words.period(from: clock.time(part.lowerBound), until: until).map(words.parenthesized) ?? ""
    }
}

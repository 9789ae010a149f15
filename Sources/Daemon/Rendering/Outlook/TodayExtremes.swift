import Languages
import Weather

/// Today's highest and lowest temperature, as shown beside the present.
struct TodayExtremes: Hashable {
    /// °C; nil when unknown.
    var high: Double?
    var low: Double?
    /// Whether an extreme covers only part of the day.
    var isHighPartial = false
    var isLowPartial = false
    /// The known part of the day, if an extreme covers only that; nil otherwise.
    var part: Range<UnixTime>?

    var isEmpty: Bool { high == nil && low == nil }
}

extension Report {
    /// Uses the provider's extremes, or the known hours' if it has none, such as on the first day. If the present, which a
    /// station may measure, is beyond them, it is the extreme. nil without a forecast for today.
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

/// The high and the low of each day in a table; today's equal those shown beside the present.
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

    /// `14°C`; `≥14°C` for part of the day; nil when unknown.
    func high(of day: Day, _ style: Style) -> StyledText? {
        text(day.temperatureMax, highMark(of: day), style)
    }

    /// `9°C`, `≤9°C`
    func low(of day: Day, _ style: Style) -> StyledText? {
        text(day.temperatureMin, lowMark(of: day), style)
    }

    /// `≥` if the high covers only part of the day; otherwise, or without a high, empty.
    func highMark(of day: Day) -> String {
        day.temperatureMax != nil && day.date == today && extremes?.isHighPartial == true ? "≥" : ""
    }

    /// `≤` if the low covers only part of the day; otherwise, or without a low, empty.
    func lowMark(of day: Day) -> String {
        day.temperatureMin != nil && day.date == today && extremes?.isLowPartial == true ? "≤" : ""
    }

    private func text(_ celsius: Double?, _ mark: String, _ style: Style) -> StyledText? {
        celsius.map { mark.isEmpty ? style.coloredTemperature($0) : StyledText(mark) + style.coloredTemperature($0) }
    }
}

extension TodayExtremes {
    /// `high 14° / low 9°`; with the part of the day unless it is the whole day: `high 14° / low 9° (from 15:00)`. nil when
    /// both are unknown.
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

/// How the current temperature differs from the same time yesterday, and today's high from the normal one.
struct Comparison {
    /// The temperature 24 hours before the current one, °C; nil when unknown. If the current one is measured, that
    /// minus the model's change.
    let yesterday: Double?
    /// The normal extremes for the date, °C; nil when unknown.
    let normalHigh: Double?
    let normalLow: Double?
    /// The current temperature minus yesterday's, K; nil when unknown.
    let warming: Double?
    /// Today's highest temperature minus the normal one, K; nil when unknown.
    let excess: Double?

    /// Smaller changes since yesterday are not worth a sentence, K.
    static let leastWarming = 2.0

    /// About the standard deviation of the daily high in the mid-latitudes: a third of the days differ more from
    /// normal. K.
    static let leastExcess = 4.0

    init(of report: Report, _ present: Present, in scene: Scene) {
        // Sample data cannot be compared with real weather.
        let isReal = !report.provider.isSample
        let today = report.day(at: scene.now)
        let normals = isReal ? scene.normals?.normals : nil
        let temperature = present.conditions.temperature
        warming = isReal ? Self.warming(present, of: report, since: scene.past) : nil
        normalHigh = today.flatMap { normals?.high(on: $0.date) }
        normalLow = today.flatMap { normals?.low(on: $0.date) }
        func difference(_ value: Double?, _ other: Double?) -> Double? {
            value.flatMap { value in other.map { value - $0 } }
        }
        yesterday = difference(temperature, warming)
        excess = difference(today?.temperatureMax, normalHigh)
    }

    /// Compares only model temperatures: station and model can differ by more than two days of weather.
    private static func warming(_ present: Present, of report: Report, since past: PastTemperatures) -> Double? {
        guard let former = past.yesterday(at: present.time) else { return nil }
        let temperature =
            present.origin == .station
            ? past.followed(by: report, until: present.time).temperature(at: present.time)
            : present.conditions.temperature
        return temperature.map { $0 - former }
    }

    /// `4° warmer than yesterday, 7° above normal for the date`, without small differences; nil for neither.
    func text(in style: Style) -> String? {
        var parts: [String] = []
        if let warming, warming.magnitude >= Self.leastWarming { parts.append(yesterdayText(in: style) ?? "") }
        if let excess, excess.magnitude >= Self.leastExcess, let difference = style.difference(excess) {
            parts.append(style.words.normal(difference, isAbove: excess > 0))
        }
        return parts.isEmpty ? nil : parts.joined(separator: style.words.listSeparator).capitalizedFirst
    }

    /// `4° warmer than yesterday`; nil when unknown.
    func yesterdayText(in style: Style) -> String? {
        warming.map { style.words.yesterday(style.difference($0), isWarmer: $0 > 0) }
    }

    /// The members of the JSON of `current`.
    var members: [JSON.Member] {
        [
            ("yesterdayTemperatureC", .number(yesterday)), ("normalHighC", .number(normalHigh)),
            ("normalLowC", .number(normalLow)),
        ]
    }
}

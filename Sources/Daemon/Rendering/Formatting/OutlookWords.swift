import Languages
import Weather

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

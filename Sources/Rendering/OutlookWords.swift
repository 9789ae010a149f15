import Weather

extension Outlook {
    /// `3° warmer than today`; nil when there is nothing to compare. A difference of less than a degree of the user's is none.
    func tomorrowText(in style: Style) -> String? {
        guard let warming else { return nil }
        let unit = style.units.temperature
        let difference = unit.converted(warming.magnitude) - unit.converted(0)
        guard difference >= 1 else { return style.words.tomorrow(nil, isWarmer: false) }
        let sign = unit == .kelvin ? " " + style.words.symbol(.kelvin) : "°"
        return style.words.tomorrow(style.number(difference) + sign, isWarmer: warming > 0)
    }

    /// `rising to 21°C`; nil when it is not known.
    func trendText(in style: Style) -> String? {
        trend.map { style.words.trend($0.trend, to: style.temperature($0.temperature)) }
    }

    /// `2 h 14 min of daylight left`, a begun minute counted as whole; nil when none is left.
    func daylightLeftText(in style: Style) -> String? {
        guard let daylightLeft else { return nil }
        let minutes = (daylightLeft + 59) / 60
        return style.words.daylightLeft(style.words.duration(hours: minutes / 60, minutes: minutes % 60))
    }

    /// What `--output json` has of it.
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
    /// What programs read.
    fileprivate var word: String {
        switch self {
        case .rising: "rising"
        case .falling: "falling"
        case .steady: "steady"
        }
    }
}

import Languages
import Weather

/// The day in a few lines: its temperatures as the title; then sky and precipitation, the wind if it is strong, the UV index if
/// protection is needed, and the warnings in force or announced.
struct DailyBrief {
    private let scene: Scene
    private let clock: PlaceClock
    private let style: Style
    private let outlook: Outlook?

    /// The most warnings to list; `alerts` shows all.
    private static let warningsLimit = 3

    /// The UV index from which the World Health Organization recommends extra protection counts as high (Global Solar UV
    /// Index: A Practical Guide, 2002, table 2).
    private static let highUV = 6.0

    init(of scene: Scene, _ clock: PlaceClock, _ style: Style) {
        (self.scene, self.clock, self.style) = (scene, clock, style)
        outlook = scene.report.map { Outlook(report: $0, present: nil, now: scene.now) }
    }

    var content: NotificationContent {
        let words = style.words
        guard let (sky, span, day) = outlook?.brief(clock, style) else {
            return NotificationContent(icon: "weather-few-clouds", title: words.phrase(.noWeather))
        }
        // The title has the temperatures of the whole day, as the daily forecast.
        let hours = scene.report?.hours(from: span.lowerBound, before: span.upperBound) ?? []
        let temperatures = hours.compactMap(\.conditions.temperature)
        var extremes = TodayExtremes(
            high: day?.temperatureMax ?? temperatures.max(), low: day?.temperatureMin ?? temperatures.min())
        if day?.contains(scene.now) == true, let today = scene.report?.extremes(at: scene.now, beside: nil) {
            extremes = today
        }
        var summary = sky
        (summary.high, summary.low) = (nil, nil)
        let title =
            if extremes.high != nil, extremes.low != nil, let text = extremes.text(clock, style) {
                text
            } else {
                words.phrase(summary.subject == .today ? .today : .tomorrow)
            }
        let uv = day?.uvIndexMax
        let alerts = scene.alertsStanding
        return NotificationContent(
            icon: "weather-few-clouds", title: title,
            details: [words.summary(summary), wind(in: Array(hours)), uv.flatMap(exposure)].compactMap(\.self)
                + warnings(alerts ?? []),
            values: [
                "DATE": clock.date(span.lowerBound).description, "HIGH_C": extremes.high?.text(decimals: 1),
                "LOW_C": extremes.low?.text(decimals: 1), "UV": uv?.text(decimals: 1),
                "ALERTS": alerts.map { String($0.count) },
            ])
    }

    /// `Wind: 50 km/h from SW, gusts 80 km/h` at its strongest; nil below the user's threshold.
    private func wind(in hours: [Hour]) -> String? {
        let words = style.words
        let strongest = hours.map(\.conditions).max { $0.windSpeed ?? 0 < $1.windSpeed ?? 0 }
        guard let strongest, let speed = strongest.windSpeed, speed >= style.thresholds.windy else { return nil }
        let gust = hours.compactMap(\.conditions.windGust).max().map { words.gusts(style.wind($0)) }
        let wind = words.wind(speed: style.wind(speed), from: strongest.windDirection.map(style.compassPoint))
        return [wind, gust].compactMap(\.self).joined(separator: words.listSeparator).capitalizedFirst
    }

    /// `UV index 7 (high)`; nil when it is lower.
    private func exposure(_ index: Double) -> String? {
        guard index.rounded() >= Self.highUV else { return nil }
        let words = style.words
        return "\(words.label(.uvIndex)) \(style.number(index))"
            + words.parenthesized(words.exposure(UVExposure(index: index)))
    }

    private func warnings(_ alerts: [Alert]) -> [String] {
        let rest = alerts.count - Self.warningsLimit
        return alerts.prefix(Self.warningsLimit).map { $0.line(at: scene.now, clock, style.words) }
            + (rest > 0 ? [style.words.more(rest, command: "weatherctl alerts")] : [])
    }
}

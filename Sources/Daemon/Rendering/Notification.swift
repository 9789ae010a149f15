import Languages
public import Weather

/// The text of an event: what a desktop notification shows, and what a command receives.
public struct Notification: Sendable, Hashable {
    public let event: WeatherEvent
    /// The subject. This notification replaces a pending one on the same subject.
    public let subject: String
    /// One line, capitalized.
    public let title: String
    /// The place, the time and the details, in one or a few lines.
    public let text: String
    /// A name of the Icon Naming Specification of freedesktop.org.
    public let icon: String
    /// Whether life or property is in danger.
    public let isUrgent: Bool
    /// The environment variables of a command: `WEATHER_PLACE`. Unknown values are left out.
    public let values: [String: String]

    /// - Parameters:
    ///   - scene: the place of the event and its weather.
    ///   - style: the user's style, for title and text; environment values are in SI units.
    public init(_ event: WeatherEvent, of scene: Scene, in style: Style) {
        let clock = PlaceClock(zoneName: scene.timeZone, in: style)
        let present = scene.report?.present(at: scene.now, staleAfter: scene.staleAfter)?.conditions
        let content = event.content(in: scene, present: present, clock, style)
        let place = scene.place.displayName(in: style.words)
        self.event = event
        subject = content.subject ?? event.kind.rawValue
        title = content.title.capitalizedFirst
        text = ([place] + content.details).joined(separator: "\n")
        icon = content.icon
        isUrgent = content.isUrgent

        var values: [String: String?] = [
            "EVENT": event.kind.rawValue, "PLACE": place, "TITLE": title, "TEXT": text,
            "LATITUDE": String(scene.place.coordinate.latitude),
            "LONGITUDE": String(scene.place.coordinate.longitude),
            "TEMPERATURE_C": present?.temperature?.text(decimals: 1), "CONDITION": present?.condition.rawValue,
            "LIKELIHOOD": present?.likelihood?.rawValue,
        ]
        values.merge(content.values) { $1 }
        self.values = Dictionary(
            uniqueKeysWithValues: values.compactMap { name, value in value.map { ("WEATHER_" + name, $0) } })
    }
}

extension Notification {
    public var kind: WeatherEvent.Kind { event.kind }
}

/// The parts that depend on the kind of event.
struct NotificationContent {
    /// The subject; nil to use the name of the kind.
    var subject: String?
    var icon: String
    var isUrgent = false
    var title: String
    /// The lines after the place's name.
    var details: [String] = []
    /// The environment variables of a command, without their prefix.
    var values: [String: String?] = [:]
}

extension WeatherEvent {
    /// The subject of `lost` and `back`: only the latest matters.
    private static let availability = "weather"

    fileprivate func content(
        in scene: Scene, present: Conditions?, _ clock: PlaceClock, _ style: Style
    ) -> NotificationContent {
        let words = style.words
        switch self {
        case .alert(let alert):
            let period =
                "\(words.severity(alert.severity))\(words.listSeparator)\(alert.period(at: scene.now, clock, words))"
            return NotificationContent(
                subject: "alert \(alert.id)", icon: "weather-severe-alert", isUrgent: alert.severity >= .severe,
                title: alert.plainEvent(in: words), details: [period, alert.plainHeadline].compactMap { $0 },
                values: alert.values(clock, words))
        case .rain(let begin, let isSnow):
            let minutes = Nowcast.begins(at: begin, isSnow: isSnow).minutesUntilBegin(at: scene.now)
            return NotificationContent(
                icon: isSnow ? "weather-snow" : "weather-showers",
                title: words.begins(isSnow: isSnow, minutes: minutes ?? 0), details: [words.from(clock.time(begin))],
                values: [
                    "PRECIPITATION": isSnow ? "snow" : "rain", "TIME": clock.rfc3339(begin),
                    "MINUTES": minutes.map { String($0) },
                ])
        case .frost(let frost):
            return NotificationContent(
                icon: "weather-clear-night", title: words.frostTonight(style.temperature(frost.lowest)),
                details: [clock.timeAndDay(frost.time, seenAt: scene.now)],
                values: ["LOW_C": frost.lowest.text(decimals: 1), "TIME": clock.rfc3339(frost.time)])
        case .lost:
            return NotificationContent(
                subject: Self.availability, icon: "network-offline", title: words.phrase(.weatherLost),
                details: scene.lastFailure.map { [$0.lastErrorLine] } ?? [],
                values: ["ERROR": scene.lastFailure?.sentence])
        case .back:
            let parts = [
                present?.temperature.map { style.temperature($0) }, present.map { style.condition($0) },
            ]
            return NotificationContent(
                subject: Self.availability, icon: "weather-few-clouds", title: words.phrase(.weatherBack),
                details: [parts.compactMap { $0 }.joined(separator: words.listSeparator)].filter { !$0.isEmpty })
        case .sun(let event):
            return NotificationContent(
                icon: event.kind.icon, title: words.label(event.kind.label), details: [clock.time(event.time)],
                values: ["TIME": clock.rfc3339(event.time)])
        case .threshold(let crossing): return crossing.content(in: scene, clock, style)
        case .brief: return DailyBrief(of: scene, clock, style).content
        }
    }
}

extension SunEvent.Kind {
    fileprivate var label: Label {
        switch self {
        case .dawn: .dawn
        case .sunrise: .sunrise
        case .sunset: .sunset
        case .dusk: .dusk
        }
    }

    fileprivate var icon: String {
        switch self {
        case .dawn, .sunrise: "weather-clear"
        case .sunset, .dusk: "weather-clear-night"
        }
    }
}

extension ThresholdCrossing {
    /// The user's name for the threshold, and the value in the user's unit.
    fileprivate func content(in scene: Scene, _ clock: PlaceClock, _ style: Style) -> NotificationContent {
        let (rule, kind) = (threshold.rule, threshold.rule.quantity.kind)
        // With the precision of `current`, so that the value does not seem to contradict the rule.
        var format = Template.Format.plain
        if kind == .temperature { format.precision = 1 }
        let value = style.text(value, Template.Kind(kind), format)
        let written = kind.interpolation == .ofPeriod ? style.words.perHour(value) : value
        let name = String(threshold.name.map { $0 == "-" ? " " : $0 })
        let time = time > scene.now ? clock.timeAndDay(time, seenAt: scene.now) : nil
        return NotificationContent(
            subject: "threshold \(threshold.name)", icon: "dialog-warning", title: "\(name) (\(written))",
            details: [time, rule.text].compactMap(\.self),
            values: [
                "THRESHOLD": threshold.name, "RULE": rule.text, "VALUE": self.value.text(decimals: 2),
                "TIME": clock.rfc3339(self.time),
            ])
    }
}

extension Alert {
    fileprivate func values(_ clock: PlaceClock, _ words: any Words) -> [String: String?] {
        [
            "ALERT_ID": id.plain(limit: 300), "ALERT_EVENT": plainEvent(in: words),
            "ALERT_SEVERITY": severity.rawValue, "ALERT_HEADLINE": plainHeadline,
            "ALERT_TEXT": plainText.isEmpty ? nil : plainText.joined(separator: "\n"),
            "ALERT_ONSET": onset.map(clock.rfc3339), "ALERT_ENDS": ends.map(clock.rfc3339),
        ]
    }
}

/// The day in a few lines: the temperatures as the title; then sky and precipitation, the wind if it is strong, the UV index
/// if protection is needed, and warnings in force or announced.
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
        // The title has the temperatures of the whole day, like the daily forecast.
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
        let wind = words.wind(speed: style.wind(speed), from: strongest.windDirection.map(style.words.compassPoint))
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

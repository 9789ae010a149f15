import Languages
public import Weather

/// The text of an event: what a desktop notification shows, and what a command receives.
public struct Notification: Sendable, Hashable {
    public let event: WeatherEvent
    /// A pending notification on the same subject is replaced by this one.
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
    ///   - style: the user's, for title and text; values are in SI units.
    public init(_ event: WeatherEvent, of scene: Scene, in style: Style) {
        let clock = PlaceClock(zoneName: scene.timeZone, in: style)
        let present = scene.report?.present(at: scene.now, staleAfter: scene.staleAfter)?.conditions
        let content = event.content(in: scene, present: present, clock, style)
        let place = scene.place.displayName(in: style)
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
    /// nil for the name of the kind.
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
        // As exact as `current`, so that it does not seem to contradict the rule.
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

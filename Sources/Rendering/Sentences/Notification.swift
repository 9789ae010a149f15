import Languages
public import Weather

/// The text of an event: what a desktop notification shows, and what a command receives.
public struct Notification: Sendable, Hashable {
    public let kind: WeatherEvent.Kind
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
        kind = event.kind
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

/// The parts that depend on the kind of event.
private struct Content {
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
    ) -> Content {
        let words = style.words
        switch self {
        case .alert(let alert):
            let period =
                "\(words.severity(alert.severity))\(words.listSeparator)\(alert.period(at: scene.now, clock, words))"
            return Content(
                subject: "alert \(alert.id)", icon: "weather-severe-alert", isUrgent: alert.severity >= .severe,
                title: alert.plainEvent(in: words), details: [period, alert.plainHeadline].compactMap { $0 },
                values: alert.values(clock, words))
        case .rain(let begin, let isSnow):
            let minutes = Nowcast.begins(at: begin, isSnow: isSnow).minutesUntilBegin(at: scene.now)
            return Content(
                icon: isSnow ? "weather-snow" : "weather-showers",
                title: words.begins(isSnow: isSnow, minutes: minutes ?? 0), details: [words.from(clock.time(begin))],
                values: [
                    "PRECIPITATION": isSnow ? "snow" : "rain", "TIME": clock.rfc3339(begin),
                    "MINUTES": minutes.map { String($0) },
                ])
        case .frost(let frost):
            return Content(
                icon: "weather-clear-night", title: words.frostTonight(style.temperature(frost.lowest)),
                details: [clock.timeAndDay(frost.time, seenAt: scene.now)],
                values: ["LOW_C": frost.lowest.text(decimals: 1), "TIME": clock.rfc3339(frost.time)])
        case .lost:
            return Content(
                subject: Self.availability, icon: "network-offline", title: words.phrase(.weatherLost),
                details: scene.lastFailure.map { [words.lastError($0.sentence)] } ?? [],
                values: ["ERROR": scene.lastFailure?.sentence])
        case .back:
            let parts = [
                present?.temperature.map { style.temperature($0) }, present.map { style.condition($0) },
            ]
            return Content(
                subject: Self.availability, icon: "weather-few-clouds", title: words.phrase(.weatherBack),
                details: [parts.compactMap { $0 }.joined(separator: words.listSeparator)].filter { !$0.isEmpty })
        }
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

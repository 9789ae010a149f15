public import Weather

/// An occasion in words: what a notification shows, and what a command gets to know.
public struct Bulletin: Sendable, Hashable {
    public let kind: Occasion.Kind
    /// What it takes the place of as long as neither has been told.
    public let subject: String
    /// In one line, with its capital.
    public let title: String
    /// Where, when, and what else there is to say, in one line or a few.
    public let text: String
    /// As the Icon Naming Specification of freedesktop.org names it.
    public let icon: String
    /// Whether life or property is in danger.
    public let isUrgent: Bool
    /// The same by names, for a program: `WEATHER_PLACE`. A value that is not known has no name here.
    public let values: [String: String]

    /// - Parameters:
    ///   - scene: the place where it comes about, and all that is known there.
    ///   - style: the user's, which the title and the text are written in; the values are SI.
    public init(_ occasion: Occasion, of scene: Scene, in style: Style) {
        let clock = PlaceClock(zoneName: scene.timeZone, in: style)
        let present = scene.report?.present(at: scene.now, staleAfter: scene.staleAfter)?.conditions
        let words = Sentences(occasion, of: scene, present: present, clock, style)
        let place = scene.place.displayName(in: style)
        kind = occasion.kind
        subject = occasion.subject
        title = words.title.capitalizedFirst
        text = ([place] + words.details).joined(separator: "\n")
        icon = occasion.icon
        if case .alert(let alert) = occasion { isUrgent = alert.severity >= .severe } else { isUrgent = false }

        var values: [String: String?] = [
            "EVENT": occasion.kind.rawValue, "PLACE": place, "TITLE": title, "TEXT": text,
            "LATITUDE": String(scene.place.coordinate.latitude),
            "LONGITUDE": String(scene.place.coordinate.longitude),
            "TEMPERATURE_C": present?.temperature?.text(decimals: 1), "CONDITION": present?.condition.rawValue,
            "LIKELIHOOD": present?.likelihood?.rawValue,
        ]
        values.merge(occasion.values(in: scene, clock, style)) { $1 }
        self.values = Dictionary(
            uniqueKeysWithValues: values.compactMap { name, value in value.map { ("WEATHER_" + name, $0) } })
    }
}

/// The title and what stands below the place's name.
private struct Sentences {
    let title: String
    let details: [String]

    init(_ occasion: Occasion, of scene: Scene, present: Conditions?, _ clock: PlaceClock, _ style: Style) {
        let words = style.words
        switch occasion {
        case .alert(let alert):
            title = alert.plainEvent(in: words)
            let period =
                "\(words.severity(alert.severity))\(words.listSeparator)\(alert.period(at: scene.now, clock, words))"
            details = [period, alert.plainHeadline].compactMap { $0 }
        case .rain(let begin, let isSnow):
            title = words.begins(isSnow: isSnow, minutes: occasion.minutes(at: scene.now) ?? 0)
            details = [words.from(clock.time(begin))]
        case .frost(let frost):
            title = words.frostTonight(style.temperature(frost.lowest))
            details = [clock.timeAndDay(frost.time, seenAt: scene.now)]
        case .lost:
            title = words.phrase(.weatherLost)
            details = scene.lastFailure.map { [words.lastError($0.sentence)] } ?? []
        case .back:
            title = words.phrase(.weatherBack)
            let parts = [
                present?.temperature.map { style.temperature($0) }, present.map { style.condition($0) },
            ]
            details = [parts.compactMap { $0 }.joined(separator: words.listSeparator)].filter { !$0.isEmpty }
        }
    }
}

extension Occasion {
    /// Weather that is back makes it vain to tell that it was lost; of two warnings each counts.
    fileprivate var subject: String {
        switch self {
        case .alert(let alert): "alert \(alert.id)"
        case .lost, .back: "weather"
        case .rain, .frost: kind.rawValue
        }
    }

    fileprivate var icon: String {
        switch self {
        case .alert: "weather-severe-alert"
        case .rain(_, let isSnow): isSnow ? "weather-snow" : "weather-showers"
        case .frost: "weather-clear-night"
        case .lost: "network-offline"
        case .back: "weather-few-clouds"
        }
    }

    fileprivate func minutes(at now: UnixTime) -> Int? {
        guard case .rain(let begin, let isSnow) = self else { return nil }
        return Nowcast.begins(at: begin, isSnow: isSnow).minutesUntilBegin(at: now)
    }

    /// What only this kind of occasion has.
    fileprivate func values(in scene: Scene, _ clock: PlaceClock, _ style: Style) -> [String: String?] {
        switch self {
        case .alert(let alert):
            [
                "ALERT_ID": alert.id.plain(limit: 300), "ALERT_EVENT": alert.plainEvent(in: style.words),
                "ALERT_SEVERITY": alert.severity.rawValue, "ALERT_HEADLINE": alert.plainHeadline,
                "ALERT_TEXT": alert.plainText.isEmpty ? nil : alert.plainText.joined(separator: "\n"),
                "ALERT_ONSET": alert.onset.map(clock.rfc3339), "ALERT_ENDS": alert.ends.map(clock.rfc3339),
            ]
        case .rain(let begin, let isSnow):
            [
                "PRECIPITATION": isSnow ? "snow" : "rain", "TIME": clock.rfc3339(begin),
                "MINUTES": minutes(at: scene.now).map { String($0) },
            ]
        case .frost(let frost): ["LOW_C": frost.lowest.text(decimals: 1), "TIME": clock.rfc3339(frost.time)]
        case .lost: ["ERROR": scene.lastFailure?.sentence]
        case .back: [:]
        }
    }
}

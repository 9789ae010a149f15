import Languages
public import Weather

/// Log messages about warnings.
public enum AlertSentence {
    /// - Parameter timeZone: the place's tzdata name; nil for UTC.
    public static func issued(_ alert: Alert, at now: UnixTime, timeZone: String?) -> String {
        "warning: \(alert.line(at: now, PlaceClock(zoneName: timeZone), Language.english.words))"
    }

    public static func over(_ alert: Alert) -> String {
        "no longer in force: \(alert.plainEvent(in: Language.english.words))"
    }
}

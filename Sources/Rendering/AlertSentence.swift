public import Weather

/// What the log says of warnings.
public enum AlertSentence {
    /// - Parameter timeZone: the place's, as tzdata names it; nil for UTC.
    public static func issued(_ alert: Alert, at now: UnixTime, timeZone: String?) -> String {
        "warning: \(alert.line(at: now, PlaceClock(zoneName: timeZone), English()))"
    }

    public static func over(_ alert: Alert) -> String {
        "no longer in force: \(alert.plainEvent(in: English()))"
    }
}

/// An event in the weather of a place, which is reported once.
public enum WeatherEvent: Sendable, Hashable {
    /// An authority has issued a warning.
    case alert(Alert)
    /// Rain or snow is near.
    case rain(begin: UnixTime, isSnow: Bool)
    case frost(Frost)
    /// The weather is no longer fresh, and fetching it fails.
    case lost
    /// The weather is fresh again.
    case back

    /// The raw values are the words of config.toml.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case alert, rain, frost, lost, back
    }

    public var kind: Kind {
        switch self {
        case .alert: .alert
        case .rain: .rain
        case .frost: .frost
        case .lost: .lost
        case .back: .back
        }
    }
}

/// The state of one place from which its events are derived.
public struct EventContext: Sendable, Hashable {
    /// nil when nothing was ever fetched.
    public var report: Report?
    /// The warnings in force at `now`; nil when they are unknown.
    public var alerts: [Alert]?
    /// When the last fetch of the forecast failed; nil when it did not.
    public var failedAt: UnixTime?
    public var now: UnixTime
    /// The age in seconds from which a report is no longer fresh.
    public var staleAfter: Int

    public init(report: Report?, alerts: [Alert]?, failedAt: UnixTime?, now: UnixTime, staleAfter: Int) {
        self.report = report
        self.alerts = alerts
        self.failedAt = failedAt
        self.now = now
        self.staleAfter = staleAfter
    }
}

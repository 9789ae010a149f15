/// Something that comes about in the weather of a place, and that people want to be told of: once.
public enum Occasion: Sendable, Hashable {
    /// An authority has issued a warning.
    case alert(Alert)
    /// Rain or snow is near.
    case rain(begin: UnixTime, isSnow: Bool)
    case frost(Frost)
    /// There is no fresh weather any more.
    case lost
    /// There is fresh weather again.
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

/// What is known of one place at one moment, as far as occasions come of it.
public struct Situation: Sendable, Hashable {
    /// nil when nothing was ever fetched.
    public var report: Report?
    /// The warnings that hold at `now`; nil when nobody knows.
    public var alerts: [Alert]?
    /// When the last try for a forecast failed; nil when it did not.
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

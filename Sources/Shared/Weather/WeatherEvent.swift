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
    case sun(SunEvent)
    /// A quantity has crossed a threshold of the user's.
    case threshold(ThresholdCrossing)
    /// The time of the daily brief.
    case brief

    /// The raw values are the words of config.toml.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case alert, rain, frost, lost, back
        case sunrise, sunset, dawn, dusk
        case threshold, brief

        /// The keys of `[on]`. Thresholds and the brief have tables of their own.
        public static let keys = allCases.filter { $0 != .threshold && $0 != .brief }
    }

    public var kind: Kind {
        switch self {
        case .alert: .alert
        case .rain: .rain
        case .frost: .frost
        case .lost: .lost
        case .back: .back
        case .sun(let event): event.kind.eventKind
        case .threshold: .threshold
        case .brief: .brief
        }
    }
}

/// The state of one place from which its events are derived, and the user's settings for them.
public struct EventContext: Sendable, Hashable {
    /// nil when nothing was ever fetched.
    public var report: Report?
    /// The warnings in force or announced at `now`; nil when they are unknown.
    public var alerts: [Alert]?
    /// Whether there are more warnings, which could not be read or located.
    public var hasUnreadAlerts = false
    /// nil when it was never fetched.
    public var air: AirReport?
    /// When the last fetch of the forecast failed; nil when it did not.
    public var failedAt: UnixTime?
    public var now: UnixTime
    /// The age in seconds from which a report is no longer fresh.
    public var staleAfter: Int
    /// The Sun's events of about a day before and after `now`, in any order.
    public var sun: [SunEvent] = []
    /// The times of the daily brief of about a day before and after `now`, in any order; empty for no brief.
    public var briefs: [BriefTime] = []
    public var thresholds: [Threshold] = []
    /// The units of thresholds that name none.
    public var units = Units.metric

    public init(
        report: Report?, alerts: [Alert]?, air: AirReport? = nil, failedAt: UnixTime?, now: UnixTime, staleAfter: Int
    ) {
        self.report = report
        self.alerts = alerts
        self.air = air
        self.failedAt = failedAt
        self.now = now
        self.staleAfter = staleAfter
    }

    /// Sample weather has no events.
    var isSample: Bool { report?.provider.isSample == true }
}

/// When the daily brief of a date is due.
public struct BriefTime: Sendable, Hashable {
    public var date: CalendarDate
    public var time: UnixTime

    public init(date: CalendarDate, time: UnixTime) {
        (self.date, self.time) = (date, time)
    }
}

/// Sunrise, sunset, or the start or end of civil twilight, at one moment.
public struct SunEvent: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case dawn, sunrise, sunset, dusk
    }

    public var kind: Kind
    public var time: UnixTime

    public init(_ kind: Kind, at time: UnixTime) {
        (self.kind, self.time) = (kind, time)
    }
}

extension SunEvent.Kind {
    public var eventKind: WeatherEvent.Kind {
        switch self {
        case .dawn: .dawn
        case .sunrise: .sunrise
        case .sunset: .sunset
        case .dusk: .dusk
        }
    }
}

/// The warnings that the user wants to be notified of.
public struct AlertFilter: Sendable, Hashable {
    /// nil for any, also an unknown severity.
    public var leastSeverity: Alert.Severity?
    /// nil for all.
    public var kinds: Set<Alert.Kind>?
    public var exceptions: Set<Alert.Kind> = []
    /// Whether `kinds` admits warnings whose kind is not known, such as in a language that weatherd has no words for.
    public var admitsUnknownKinds = true
    /// Whether warnings for favourites are notified too.
    public var includesFavourites = false

    /// All warnings for the current place.
    public init() {}

    public func admits(_ alert: Alert) -> Bool {
        leastSeverity.map { alert.severity >= $0 } ?? true && !exceptions.contains(alert.kind)
            && (kinds?.contains(alert.kind) ?? true || admitsUnknownKinds && alert.kind == .other)
    }
}

/// The state of one place from which its events are derived, and what the user wants to know of it.
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

public import Weather

/// All that a view is drawn from: what is known of one place, and the moment at which someone looks at it.
public struct Scene: Sendable, Hashable {
    public var place: Place
    /// nil when nothing was ever fetched for the place.
    public var report: Report?
    public var now: UnixTime
    /// The age in seconds from which a report is no longer fresh.
    public var staleAfter: Int
    /// Why the last refresh failed; nil when it did not.
    public var lastFailure: FetchFailure?
    /// Whether the place may be hundreds of kilometres from where the machine is.
    public var isApproximate: Bool
    /// The last that was heard of warnings; nil when nobody was asked, or nobody answered.
    public var alerts: AlertReport?
    /// Why there is no newer word on warnings; nil when there is, and before the first try.
    public var alertsFailure: FetchFailure?
    /// The last that was heard of the air; nil when nobody was asked, or nobody answered.
    public var air: AirReport?
    public var airFailure: FetchFailure?

    public init(
        place: Place, report: Report?, now: UnixTime, staleAfter: Int, lastFailure: FetchFailure? = nil,
        isApproximate: Bool = false
    ) {
        self.place = place
        self.report = report
        self.now = now
        self.staleAfter = staleAfter
        self.lastFailure = lastFailure
        self.isApproximate = isApproximate
    }

    /// The warnings that hold at `now`, the worst first; nil when nobody gave any.
    public var alertsInForce: [Alert]? {
        warnings?.inForce(at: now)
    }

    /// The last word on warnings: of who gives warnings, or else what came with the forecast; nil when nobody gave any.
    var warnings: AlertReport? { alerts ?? report?.warnings }

    /// Why there is no newer word on warnings; nil when there is.
    var warningsFailure: FetchFailure? {
        alerts == nil && report?.alerts != nil ? lastFailure : alertsFailure
    }

    /// The place's as tzdata names it, by a provider or else by the gazetteer; nil when none knows.
    var timeZone: String? { report?.timeZone ?? place.locality?.timeZone ?? air?.timeZone }

    public var freshness: Freshness {
        report?.freshness(at: now, staleAfter: staleAfter) ?? .none
    }

    /// The report, unless there is none or it says nothing of `now` any more.
    func usableReport() throws(NoWeather) -> Report {
        guard let report else { throw NoWeather(.neverFetched, in: self) }
        guard freshness != .expired else { throw NoWeather.outsideForecast(report.span, of: report, in: self) }
        return report
    }

    /// The report and the weather of `now`.
    func present() throws(NoWeather) -> (report: Report, present: Present) {
        let report = try usableReport()
        guard let present = report.present(at: now, staleAfter: staleAfter) else {
            throw NoWeather.outsideForecast(report.hoursSpan, of: report, in: self)
        }
        return (report, present)
    }
}

extension Report {
    /// From the beginning of the first hour to the end of the last; nil without hours.
    var hoursSpan: Range<UnixTime>? {
        guard let first = hours.first, let last = hours.last else { return nil }
        return first.time..<max(first.time, last.time.advanced(by: 3600))
    }

    /// From the beginning of the first day to the end of the last; nil without days.
    var daysSpan: Range<UnixTime>? {
        guard let first = days.first, let last = days.last else { return nil }
        return first.start..<max(first.start, last.end)
    }

    /// All that the forecast covers; nil when there is none.
    var span: Range<UnixTime>? {
        guard let hoursSpan, let daysSpan else { return hoursSpan ?? daysSpan }
        return min(hoursSpan.lowerBound, daysSpan.lowerBound)..<max(hoursSpan.upperBound, daysSpan.upperBound)
    }
}

/// The events that were reported for one place, so that they are not reported again.
struct PlaceHistory: Sendable, Hashable, Codable {
    private var alerts = AlertDiff(known: nil)
    /// The rain or snow reported last, as in the latest forecast.
    private var rain: Range<UnixTime>?
    /// The midnight of the night whose frost was reported last.
    private var frost: UnixTime?
    /// The thresholds that are crossed; nil for none.
    private var crossed: [String]?
    private var isLost = false
    /// Since when there has been no fresh weather and fetching it has failed.
    private var failingSince: UnixTime?
    /// Whether the alerts are those of another place, and may not apply here.
    private var isInherited = false

    /// How long before rain or snow begins it is reported, seconds.
    static let rainNotice = 1800

    /// Precipitation that begins again within this time counts as the same, seconds: the times of a shower vary from forecast to
    /// forecast.
    static let lull = 3600

    /// How long fetches must fail before the weather counts as lost, seconds. After a start and on resume, the network needs some
    /// time.
    static let failureDelay = 300

    /// The least distance of the midnights of two nights, seconds. A provider may be wrong about the time zone by hours.
    private static let night = 12 * 3600

    /// What fires the events that the clock alone can cause.
    private struct ClockRule {
        let kind: WeatherEvent.Kind
        let take: @Sendable (inout PlaceHistory, EventContext) -> [WeatherEvent]
        /// The times at which it may fire.
        let moments: @Sendable (Report, EventContext) -> [UnixTime]
    }

    private static let clockRules = [
        ClockRule(kind: .rain, take: { [$0.takeRain($1)].compactMap(\.self) }) { report, context in
            report.wetSpells(at: context.now, staleAfter: context.staleAfter)
                .map { $0.lowerBound.advanced(by: -rainNotice) }
        },
        ClockRule(kind: .frost, take: { [$0.takeFrost($1)].compactMap(\.self) }) { report, _ in
            report.days.map { $0.end.advanced(by: -Frost.notice) }
        },
        ClockRule(kind: .threshold, take: { $0.takeThresholds($1) }) { $1.changesOfThresholds(by: $0) },
    ]

    /// The history for a place nearby that has none.
    var inherited: PlaceHistory {
        var history = self
        history.isInherited = true
        return history
    }

    /// The events that are due now, which then count as reported.
    ///
    /// - Parameter kinds: the events with a reaction. Alerts are always reported.
    mutating func take(_ context: EventContext, _ kinds: Set<WeatherEvent.Kind>) -> NotificationHistory.News {
        guard !context.isSample else { return NotificationHistory.News() }
        let change = alerts.take(context.alerts) { context.hasUnreadAlerts && $0.isStanding(at: context.now) }
        var news = NotificationHistory.News(
            events: change.issued.map { .alert($0) }, over: isInherited ? [] : change.over)
        if context.alerts != nil { isInherited = false }
        for rule in Self.clockRules where kinds.contains(rule.kind) {
            news.events += rule.take(&self, context)
        }
        if kinds.isDisjoint(with: [.lost, .back]) {
            isLost = false
            failingSince = nil
        } else if let change = takeLoss(context), kinds.contains(change.kind) {
            news.events.append(change)
        }
        return news
    }

    /// The next time at which the clock alone causes an event; nil for none.
    func nextChange(of context: EventContext, _ kinds: Set<WeatherEvent.Kind>) -> UnixTime? {
        guard let report = context.report else { return nil }
        let rules = Self.clockRules.filter { kinds.contains($0.kind) }
        let moments = rules.flatMap { $0.moments(report, context) }
        return moments.filter { $0 > context.now }.sorted().first { moment in
            var history = self
            var then = context
            then.now = moment
            return !history.take(then, Set(rules.map(\.kind))).events.isEmpty
        }
    }

    private mutating func takeRain(_ context: EventContext) -> WeatherEvent? {
        guard let report = context.report,
            let spell = report.wetSpells(at: context.now, staleAfter: context.staleAfter).first
        else { return nil }
        if let rain, rain.lowerBound < spell.upperBound.advanced(by: Self.lull),
            spell.lowerBound < rain.upperBound.advanced(by: Self.lull)
        {
            self.rain = spell
            return nil
        }
        guard
            case .begins(let begin, let isSnow)? = report.nowcast(at: context.now, staleAfter: context.staleAfter),
            begin.seconds(since: context.now) <= Self.rainNotice
        else { return nil }
        rain = spell
        return .rain(begin: begin, isSnow: isSnow)
    }

    private mutating func takeFrost(_ context: EventContext) -> WeatherEvent? {
        guard let frost = context.report?.frost(at: context.now, staleAfter: context.staleAfter) else {
            return nil
        }
        if let last = self.frost, abs(frost.midnight.seconds(since: last)) < Self.night { return nil }
        self.frost = frost.midnight
        return .frost(frost)
    }

    private mutating func takeThresholds(_ context: EventContext) -> [WeatherEvent] {
        let former = crossed ?? []
        var (stillCrossed, events): ([String], [WeatherEvent]) = ([], [])
        for threshold in context.thresholds {
            let wasCrossed = former.contains(threshold.identity)
            switch threshold.state(in: context, wasCrossed: wasCrossed) {
            case .crossed(let crossing):
                stillCrossed.append(threshold.identity)
                if !wasCrossed { events.append(.threshold(crossing)) }
            case .clear: break
            case .unknown: if wasCrossed { stillCrossed.append(threshold.identity) }
            }
        }
        crossed = stillCrossed.isEmpty ? nil : stillCrossed
        return events
    }

    private mutating func takeLoss(_ context: EventContext) -> WeatherEvent? {
        // Without a report, nothing was ever fetched.
        guard let report = context.report else { return nil }
        guard !report.isFresh(at: context.now, staleAfter: context.staleAfter) else {
            defer { isLost = false }
            failingSince = nil
            return isLost ? .back : nil
        }
        guard let failedAt = context.failedAt else {
            failingSince = nil
            return nil
        }
        // The clock may have been set back.
        let since = min(failingSince ?? context.now, context.now)
        failingSince = since
        guard !isLost, failedAt.seconds(since: since) >= Self.failureDelay else { return nil }
        isLost = true
        return .lost
    }
}

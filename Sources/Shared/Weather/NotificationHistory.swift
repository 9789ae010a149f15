/// The events that were reported for each place, so that each is reported once: not again with every fetch, nor when a forecast
/// varies, nor after a restart.
public struct NotificationHistory: Sendable, Hashable, Codable {
    /// The events to report now.
    public struct News: Sendable, Hashable {
        public var events: [WeatherEvent]
        /// Alerts that are no longer in force.
        public var over: [Alert]

        public init(events: [WeatherEvent] = [], over: [Alert] = []) {
            self.events = events
            self.over = over
        }
    }

    private struct Entry: Sendable, Hashable, Codable {
        var coordinate: Coordinate
        var history: PlaceHistory

        /// The names in told.json.
        private enum CodingKeys: String, CodingKey {
            case coordinate
            case history = "told"
        }
    }

    /// The place with the latest event is first.
    private var entries: [Entry] = []
    /// nil for none.
    private var clock: ClockHistory?

    /// The most places to keep: all favourites, whose warnings may be reported, and recent other places.
    static let limit = 256

    public init() {}

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        entries = try container.nestedUnkeyedContainer(forKey: .entries)
            .elements(upTo: Self.limit, of: "places", in: decoder)
        clock = try container.decodeIfPresent(ClockHistory.self, forKey: .clock)
    }

    private enum CodingKeys: CodingKey {
        case entries, clock
    }

    /// The events at a place that are due now, which then count as reported.
    ///
    /// - Parameter kinds: the events with a reaction. Alerts are always reported.
    public mutating func take(
        _ context: EventContext, at coordinate: Coordinate, _ kinds: Set<WeatherEvent.Kind>
    ) -> News {
        let former = history(at: coordinate)
        var history = former
        var news = history.take(context, kinds)
        var clock = clock ?? ClockHistory()
        news.events += clock.take(context, kinds)
        self.clock = clock == ClockHistory() ? nil : clock
        guard history != former else { return news }
        entries.removeAll { $0.coordinate == coordinate.rounded }
        if history != PlaceHistory() { entries.insert(Entry(coordinate: coordinate.rounded, history: history), at: 0) }
        entries = Array(entries.prefix(Self.limit))
        return news
    }

    /// The next time at which the clock alone causes an event there; nil for none.
    public func nextChange(of context: EventContext, at coordinate: Coordinate, _ kinds: Set<WeatherEvent.Kind>)
        -> UnixTime?
    {
        let moments = [
            history(at: coordinate).nextChange(of: context, kinds),
            (clock ?? ClockHistory()).nextChange(of: context, kinds),
        ]
        return moments.compactMap(\.self).min()
    }

    private func history(at coordinate: Coordinate) -> PlaceHistory {
        let place = coordinate.rounded
        if let entry = entries.first(where: { $0.coordinate == place }) { return entry.history }
        // A short move does not change the weather.
        return entries.first { $0.coordinate.isNear(place) }?.history.inherited ?? PlaceHistory()
    }
}

extension Coordinate {
    /// Whether both have the same weather: within some 20 km.
    fileprivate func isNear(_ other: Coordinate) -> Bool {
        let longitudes = abs(longitude - other.longitude)
        return abs(latitude - other.latitude) <= 0.2 && min(longitudes, 360 - longitudes) <= 0.3
    }
}

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
    /// Whether the alerts were fetched for another place, and may not apply here.
    private var isInherited = false

    /// How long before rain or snow begins it is reported, seconds.
    static let rainNotice = 1800

    /// Precipitation that begins again within this time counts as the same, seconds: the times of a shower vary between
    /// forecasts.
    static let lull = 3600

    /// How long fetches must fail before the weather counts as lost, seconds: after a start or resume, the network needs some
    /// time.
    static let failureDelay = 300

    /// The minimum time between the midnights of two nights, seconds. A provider may be wrong about the time zone by hours.
    private static let night = 12 * 3600

    /// A kind of event that the clock alone can cause.
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

    /// This history as the start of another, for a place nearby.
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

/// The events of sun and clock that were reported. They are remembered for all places together: a journey does not repeat the
/// morning.
struct ClockHistory: Sendable, Hashable, Codable {
    /// The last event of each kind.
    private var sun: [SunEvent] = []
    /// The date of the last brief.
    private var brief: CalendarDate?

    /// How late an event of the Sun is reported, seconds: after a resume or a restart. Later, lights and colours have been
    /// changed by hand.
    static let sunLateness = 900

    /// How late the brief is reported, seconds.
    static let briefLateness = 7200

    /// Events of a kind that are closer count as the same, seconds: the place may have moved.
    private static let sameEvent = 3600

    /// The events that are due now, which then count as reported.
    mutating func take(_ context: EventContext, _ kinds: Set<WeatherEvent.Kind>) -> [WeatherEvent] {
        let due = context.sun.filter { event in
            kinds.contains(event.kind.eventKind)
                && (0...Self.sunLateness).contains(context.now.seconds(since: event.time)) && !isReported(event)
        }
        var events: [WeatherEvent] = []
        for event in due.sorted(by: { $0.time < $1.time }) {
            sun.removeAll { $0.kind == event.kind }
            sun.append(event)
            events.append(.sun(event))
        }
        if kinds.contains(.brief), takeBrief(context) { events.append(.brief) }
        return events
    }

    /// The next time at which one of them is due; nil for none.
    func nextChange(of context: EventContext, _ kinds: Set<WeatherEvent.Kind>) -> UnixTime? {
        let moments = context.sun.map(\.time) + context.briefs.map(\.time)
        return moments.filter { $0 > context.now }.sorted().first { moment in
            var (history, then) = (self, context)
            then.now = moment
            return !history.take(then, kinds).isEmpty
        }
    }

    private func isReported(_ event: SunEvent) -> Bool {
        sun.contains { $0.kind == event.kind && abs($0.time.seconds(since: event.time)) < Self.sameEvent }
    }

    /// Old weather is not worth a brief; after a resume, new weather may arrive in time.
    private mutating func takeBrief(_ context: EventContext) -> Bool {
        guard let report = context.report, !context.isSample,
            report.freshness(at: context.now, staleAfter: context.staleAfter) == .fresh,
            let due = context.briefs.filter({ $0.time <= context.now }).max(by: { $0.time < $1.time }),
            context.now.seconds(since: due.time) <= Self.briefLateness, brief != due.date
        else { return false }
        brief = due.date
        return true
    }
}

/// The alerts of a place that are new and those that have ended, so that each is reported once: not again with every fetch, nor
/// when only its wording is updated.
public struct AlertDiff: Sendable, Hashable {
    public struct Change: Sendable, Hashable {
        public var issued: [Alert]
        public var over: [Alert]

        public init(issued: [Alert] = [], over: [Alert] = []) {
            self.issued = issued
            self.over = over
        }
    }

    /// The alerts that were reported and are in force or announced.
    private var reported: [Alert]

    /// - Parameter known: alerts that were reported already; nil for none.
    public init(known: [Alert]?) {
        reported = known ?? []
    }

    /// - Parameters:
    ///   - standing: the alerts in force or announced; nil if unknown.
    ///   - mayStand: whether an alert that is not among them may be in force, since some could not be read.
    public mutating func take(
        _ standing: [Alert]?, mayStand: (Alert) -> Bool = { _ in false }
    ) -> Change {
        guard let standing else { return Change() }
        var change = Change()
        for alert in standing where !reported.contains(where: { alert.isSameDanger(as: $0) }) {
            change.issued.append(alert)
        }
        for alert in reported
        where !standing.contains(where: {
            $0.isSameIssue(as: alert) || $0.isSameDanger(as: alert) || $0.replaces.contains(alert.id)
        }) {
            change.over.append(alert)
        }
        let kept = change.over.filter(mayStand)
        change.over.removeAll(where: kept.contains)
        reported = standing + kept
        return change
    }
}

extension Alert {
    /// Whether this is an update of the other, earlier alert that is no more severe, or the same alert from another source.
    fileprivate func isSameDanger(as other: Alert) -> Bool {
        if isSameIssue(as: other) { return severity <= other.severity }
        let isUpdate = other.replaces.contains(id) || replaces.contains(other.id)
        return isUpdate && severity == other.severity && event == other.event || isSameWarning(as: other)
    }
}

extension AlertDiff: Codable {
    public init(from decoder: any Decoder) throws {
        reported = try [Alert](from: decoder)
    }

    /// Without the texts, which are not compared.
    public func encode(to encoder: any Encoder) throws {
        let known = reported.map { alert in
            Alert(
                id: alert.id, replaces: alert.replaces, event: alert.event, severity: alert.severity, kind: alert.kind,
                onset: alert.onset, ends: alert.ends)
        }
        try known.encode(to: encoder)
    }
}

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

public import Keeping
public import Lifecycle
public import Logging
public import Rendering
public import Weather

/// Reports events in the weather of the current place, once each: warnings to the log, and events with a configured reaction to
/// the hooks.
///
/// It checks when data has changed, and when an event becomes due by the clock alone.
public struct Announcer<C: Clock>: Service where C.Duration == Duration {
    private let store: Store
    private let settings: @Sendable () -> NotificationSettings
    private let clock: C
    private let now: @Sendable () -> UnixTime
    private let logger: Logger
    private let report: @Sendable (Notification) -> Void
    private let changes: AsyncStream<Void>

    /// - Parameters:
    /// - settings: called each time, since the configuration can be reloaded.
    /// - report: handles an event with a configured reaction.
    public init(
        store: Store, settings: @escaping @Sendable () -> NotificationSettings, clock: C,
        now: @escaping @Sendable () -> UnixTime, logger: Logger, report: @escaping @Sendable (Notification) -> Void
    ) {
        self.store = store
        self.settings = settings
        self.clock = clock
        self.now = now
        self.logger = logger
        self.report = report
        changes = store.changes()
    }

    public func run() async {
        let (checks, requestCheck) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        requestCheck.yield()
        await withDiscardingTaskGroup { group in
            group.addTask { for await _ in changes { requestCheck.yield() } }
            var history = await store.notificationHistory.load(at: now())
            // The stored state, unless writing to the disk failed.
            var saved = history
            // The deadline of the earliest alarm.
            var alarm: C.Instant?
            for await _ in checks {
                let turn = await announce(&history, &saved)
                let instant = clock.now
                if let set = alarm, set <= instant { alarm = nil }
                guard let due = turn.map({ instant.advanced(by: .seconds($0.seconds(since: now()))) }),
                    // The wall clock has a resolution of one second, so the same deadline varies slightly.
                    alarm.map({ due < $0.advanced(by: .seconds(-1)) }) ?? true
                else { continue }
                alarm = due
                group.addTask {
                    guard (try? await clock.sleep(until: due, tolerance: nil)) != nil else { return }
                    requestCheck.yield()
                }
            }
            group.cancelAll()
        }
    }

    /// Reports the events that are due.
    ///
    /// - Returns: the next time at which the clock alone causes an event; nil for none.
    private func announce(
        _ history: inout NotificationHistory, _ saved: inout NotificationHistory
    ) async -> UnixTime? {
        let snapshot = store.snapshot
        guard let place = snapshot.place, let weather = snapshot.weather[place.coordinate.rounded] else { return nil }
        let now = now()
        let settings = settings()
        let kinds = settings.reactions.kinds
        let report = snapshot.report(of: place.coordinate.rounded, at: now)
        let context = EventContext(
            report: report, alerts: weather.alertsInForce(at: now),
            failedAt: weather.failure == nil ? nil : weather.forecast.triedAt, now: now,
            staleAfter: settings.staleAfter)
        let news = history.take(context, at: place.coordinate, kinds)
        // Saved first: an event that a crash suppresses is still visible in the views, but no event is reported twice.
        if history != saved, await store.notificationHistory.save(history) { saved = history }
        let scene = Scene(
            place: place, report: report, now: now, staleAfter: settings.staleAfter,
            lastFailure: weather.failure)
        var style = settings.style
        style.units = snapshot.units
        let timeZone = report?.timeZone ?? snapshot.timeZone(of: place.coordinate)
        for event in news.events {
            if case .alert(let alert) = event {
                let sentence = AlertSentence.issued(alert, at: now, timeZone: timeZone)
                logger.notice("\(sentence)", metadata: metadata(alert))
            }
            if kinds.contains(event.kind) { self.report(Notification(event, of: scene, in: style)) }
        }
        for alert in news.over { logger.notice("\(AlertSentence.over(alert))", metadata: metadata(alert)) }
        return history.nextChange(of: context, at: place.coordinate, kinds)
    }

    private func metadata(_ alert: Alert) -> Logger.Metadata {
        ["alert": "\(alert.id)", "severity": "\(alert.severity.rawValue)"]
    }
}

import Almanac
import Languages
public import Logging
public import Platform
public import Rendering
public import Store
public import Weather

/// Reports each weather event of the current place and, if configured, each warning for a favourite once: warnings for the
/// current place to the log, events with a configured reaction to the hooks.
///
/// Checks when data has changed, and when an event becomes due by the clock alone.
public struct Announcer<C: Clock>: BackgroundService where C.Duration == Duration {
    private let store: Store
    private let settings: @Sendable () -> NotificationSettings
    private let clock: C
    private let now: @Sendable () -> UnixTime
    private let logger: Logger
    private let report: @Sendable (Notification) -> Void
    private let changes: AsyncStream<Void>

    /// The store changes that events depend on. Units and names are read at the time of the event.
    static var concern: StoreChange { [.place, .favourites, .reports, .ownStation] }

    /// - Parameters:
    ///   - settings: called each time, since the configuration can be reloaded.
    ///   - report: handles an event with a configured reaction.
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
        changes = store.changes(of: Self.concern)
    }

    public func run() async {
        let (checks, requestCheck) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        requestCheck.yield()
        await withDiscardingTaskGroup { group in
            group.addTask { for await _ in changes { requestCheck.yield() } }
            var history = await store.notificationHistory.load(at: now())
            // Equals the stored history unless a write has failed.
            var saved = history
            var alarm = Alarm<C>()
            for await _ in checks {
                let turn = await announce(&history, &saved)
                let instant = clock.now
                if let set = alarm.due, set <= instant { alarm.clear() }
                let due = turn.map { instant.advanced(by: .seconds($0.seconds(since: now()))) }
                // The wall clock has a resolution of one second, so the same deadline varies slightly.
                if let due, let set = alarm.due, due.isSame(as: set) { continue }
                alarm.set(due, on: clock, in: &group) { _ in requestCheck.yield() }
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
        let timeZone = weather.report?.timeZone ?? snapshot.timeZone(of: place.coordinate)
        // Warnings may arrive before the first forecast, which contains the place's time zone.
        guard timeZone != nil || weather[.forecast].hasOutcome else { return nil }
        let now = now()
        let settings = settings()
        let kinds = settings.reactions.kinds
        let current = PlaceEvents(of: place, weather, in: snapshot, settings, at: now, isCurrent: true)
        let news = history.take(current.context, at: place.coordinate, kinds)
        var events = news.events.map { (event: $0, scene: current.scene) }
        if kinds.contains(.alert), settings.reactions.alerts.includesFavourites {
            events += warningsOfFavourites(in: snapshot, settings, at: now, besides: current, &history)
        }
        // Saves before reporting, so that no event is reported twice; a crash may suppress one, but the views still show it.
        if history != saved, await store.notificationHistory.save(history) { saved = history }
        var style = settings.style
        style.units = snapshot.units
        log(news, at: now, timeZone: timeZone)
        for (event, scene) in events where settings.reactions.reaction(to: event) != nil {
            report(Notification(event, of: scene, in: style))
        }
        return history.nextChange(of: current.context, at: place.coordinate, kinds)
    }

    /// New warnings for favourites, unless they are in force at the current place or another favourite too.
    private func warningsOfFavourites(
        in snapshot: Snapshot, _ settings: NotificationSettings, at now: UnixTime, besides current: PlaceEvents,
        _ history: inout NotificationHistory
    ) -> [(event: WeatherEvent, scene: Scene)] {
        var known = Set((current.context.alerts ?? []).map(\.id))
        var events: [(event: WeatherEvent, scene: Scene)] = []
        let key = current.scene.place.coordinate.rounded
        for favourite in snapshot.settings.favourites where favourite.coordinate.rounded != key {
            guard let weather = snapshot.weather[favourite.coordinate.rounded] else { continue }
            let place = PlaceEvents(of: favourite, weather, in: snapshot, settings, at: now, isCurrent: false)
            let news = history.take(place.context, at: favourite.coordinate, [])
            for case .alert(let alert) in news.events where known.insert(alert.id).inserted {
                events.append((.alert(alert), place.scene))
            }
        }
        return events
    }

    /// Logs the warnings of the current place, regardless of the reactions.
    private func log(_ news: NotificationHistory.News, at now: UnixTime, timeZone: String?) {
        for case .alert(let alert) in news.events {
            let sentence = AlertSentence.issued(alert, at: now, timeZone: timeZone)
            logger.notice("\(sentence)", metadata: metadata(alert))
        }
        for alert in news.over { logger.notice("\(AlertSentence.over(alert))", metadata: metadata(alert)) }
    }

    private func metadata(_ alert: Alert) -> Logger.Metadata {
        ["alert": "\(alert.id)", "severity": "\(alert.severity.rawValue)"]
    }
}

extension InstantProtocol where Duration == Swift.Duration {
    /// Whether the two are at most a second apart.
    fileprivate func isSame(as other: Self) -> Bool {
        (.seconds(-1)...(.seconds(1))).contains(duration(to: other))
    }
}

/// The data that a place's events are derived from, and the scene that describes them.
struct PlaceEvents {
    let context: EventContext
    let scene: Scene

    /// - Parameter isCurrent: whether events other than warnings are reported too.
    init(
        of place: Place, _ weather: PlaceWeather, in snapshot: Snapshot, _ settings: NotificationSettings,
        at now: UnixTime, isCurrent: Bool
    ) {
        let report = snapshot.report(of: place.coordinate.rounded, at: now)
        var context = EventContext(
            report: report, alerts: weather.standingAlerts(at: now), air: weather.air.content,
            failedAt: weather.failure == nil ? nil : weather.forecast.triedAt, now: now,
            staleAfter: settings.staleAfter)
        context.hasUnreadAlerts = weather.warnings.map { !$0.isComplete } ?? false
        var scene = Scene(
            place: place, report: report, now: now, staleAfter: settings.staleAfter,
            lastFailure: weather.failure)
        scene.alerts = weather.alerts.content
        if isCurrent {
            let (reactions, kinds) = (settings.reactions, settings.reactions.kinds)
            if SunEvent.Kind.allCases.contains(where: { kinds.contains($0.eventKind) }) {
                context.sun = Sun(coordinate: place.coordinate).events(around: now)
            }
            if kinds.contains(.brief) {
                let timeZone = report?.timeZone ?? snapshot.timeZone(of: place.coordinate)
                context.briefs = reactions.briefTime.briefs(around: now, zoneName: timeZone)
            }
            context.thresholds = reactions.thresholds
            context.units = snapshot.units
        }
        (self.context, self.scene) = (context, scene)
    }
}

import Keeping
import Logging
import Rendering
import ServiceLifecycle
import Weather

/// Tells what comes about in the weather of the current place, once each: warnings to the log, and whatever the user wants to
/// know of to whoever does something about it.
///
/// It looks when something has changed, and at the moments at which something comes about by the clock alone.
struct Announcer<C: Clock>: Service where C.Duration == Duration {
    private let store: Store
    private let configuration: @Sendable () -> Configuration
    private let clock: C
    private let now: @Sendable () -> UnixTime
    private let logger: Logger
    private let tell: @Sendable (Bulletin) -> Void
    private let changes: AsyncStream<Void>

    /// - Parameter tell: what to do with what the user wants to know of.
    init(
        store: Store, configuration: @escaping @Sendable () -> Configuration, clock: C,
        now: @escaping @Sendable () -> UnixTime, logger: Logger, tell: @escaping @Sendable (Bulletin) -> Void
    ) {
        self.store = store
        self.configuration = configuration
        self.clock = clock
        self.now = now
        self.logger = logger
        self.tell = tell
        changes = store.changes()
    }

    func run() async {
        await cancelWhenGracefulShutdown {
            let (looks, look) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            look.yield()
            await withDiscardingTaskGroup { group in
                group.addTask { for await _ in changes { look.yield() } }
                var told = await store.told(at: now())
                // What the disk has of it, unless the disk failed.
                var kept = told
                // The moment that the earliest alarm is set to.
                var alarm: C.Instant?
                for await _ in looks {
                    let turn = await announce(&told, &kept)
                    let instant = clock.now
                    if let set = alarm, set <= instant { alarm = nil }
                    guard let due = turn.map({ instant.advanced(by: .seconds($0.seconds(since: now()))) }),
                        // The wall clock is read by the second, so that the same moment comes out a little earlier or later.
                        alarm.map({ due < $0.advanced(by: .seconds(-1)) }) ?? true
                    else { continue }
                    alarm = due
                    group.addTask {
                        guard (try? await clock.sleep(until: due, tolerance: nil)) != nil else { return }
                        look.yield()
                    }
                }
                group.cancelAll()
            }
        }
    }

    /// Tells what has come about.
    ///
    /// - Returns: the next moment at which something comes about by the clock alone; nil when nothing does.
    private func announce(_ told: inout ToldOccasions, _ kept: inout ToldOccasions) async -> UnixTime? {
        let snapshot = store.snapshot
        guard let place = snapshot.place, let weather = snapshot.weather[place.coordinate.rounded] else { return nil }
        let now = now()
        let configuration = configuration()
        let kinds = configuration.reactions.kinds
        let situation = Situation(
            report: weather.report, alerts: weather.alertsInForce(at: now),
            failedAt: weather.failure == nil ? nil : weather.forecast.triedAt, now: now,
            staleAfter: configuration.staleAfter)
        let news = told.take(situation, at: place.coordinate, kinds)
        // Before it is told: what a crash keeps from being told stands in the views all the same.
        if told != kept, await store.keep(told) { kept = told }
        let scene = Scene(
            place: place, report: weather.report, now: now, staleAfter: configuration.staleAfter,
            lastFailure: weather.failure)
        var style = configuration.style
        style.units = snapshot.units
        let timeZone = weather.report?.timeZone ?? snapshot.timeZone(of: place.coordinate)
        for occasion in news.occasions {
            if case .alert(let alert) = occasion {
                let sentence = AlertSentence.issued(alert, at: now, timeZone: timeZone)
                logger.notice("\(sentence)", metadata: metadata(alert))
            }
            if kinds.contains(occasion.kind) { tell(Bulletin(occasion, of: scene, in: style)) }
        }
        for alert in news.over { logger.notice("\(AlertSentence.over(alert))", metadata: metadata(alert)) }
        return told.nextTurn(of: situation, at: place.coordinate, kinds)
    }

    private func metadata(_ alert: Alert) -> Logger.Metadata {
        ["alert": "\(alert.id)", "severity": "\(alert.severity.rawValue)"]
    }
}

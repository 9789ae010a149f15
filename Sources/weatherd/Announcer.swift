import Keeping
import Logging
import Rendering
import ServiceLifecycle
import Weather

/// Tells the log of each warning for the current place when it is issued and when it is over: once each.
struct Announcer: Service {
    private let store: Store
    private let now: @Sendable () -> UnixTime
    private let logger: Logger
    private let changes: AsyncStream<Void>
    /// What was kept from the last run, and was told in the last run.
    private let known: [Coordinate: AlertNews]

    init(store: Store, now: @escaping @Sendable () -> UnixTime, logger: Logger) {
        self.store = store
        self.now = now
        self.logger = logger
        changes = store.changes()
        let snapshot = store.snapshot
        let key = snapshot.place?.coordinate.rounded
        known = snapshot.weather.filter { $0.key == key }.mapValues { AlertNews(known: $0.alertsInForce(at: now())) }
    }

    func run() async {
        await cancelWhenGracefulShutdown {
            // Of each place by itself: what holds at one is not over because another is the current one.
            var news = known
            for await _ in changes {
                let snapshot = store.snapshot
                news = news.filter { snapshot.weather[$0.key] != nil }
                guard let place = snapshot.place, let weather = snapshot.weather[place.coordinate.rounded] else {
                    continue
                }
                let standing = weather.alertsInForce(at: now())
                tell(
                    news[place.coordinate.rounded, default: AlertNews(known: nil)].take(standing),
                    timeZone: weather.report?.timeZone ?? snapshot.timeZone(of: place.coordinate))
            }
        }
    }

    private func tell(_ news: AlertNews.Change, timeZone: String?) {
        for alert in news.issued {
            let sentence = AlertSentence.issued(alert, at: now(), timeZone: timeZone)
            logger.notice("\(sentence)", metadata: metadata(alert))
        }
        for alert in news.over { logger.notice("\(AlertSentence.over(alert))", metadata: metadata(alert)) }
    }

    private func metadata(_ alert: Alert) -> Logger.Metadata {
        ["alert": "\(alert.id)", "severity": "\(alert.severity.rawValue)"]
    }
}

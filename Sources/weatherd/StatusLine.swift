import Keeping
import Rendering
import ServiceLifecycle
import Systemd
import Weather
import Wire

/// Tells the service manager what `systemctl status` is to show: place, temperature and age.
struct StatusLine: Service {
    let store: Store
    let source: ConfigurationSource
    let notifier: Notifier
    let now: @Sendable () -> UnixTime

    func run() async {
        await cancelWhenGracefulShutdown {
            send()
            for await _ in store.changes() { send() }
        }
        notifier.stopping()
    }

    func send() {
        notifier.status(text)
    }

    private var text: String {
        let snapshot = store.snapshot
        guard let place = snapshot.place else {
            return PlaceSentence.noLocation(isAutomatic: snapshot.isAutomatic, failures: snapshot.locationFailures)
        }
        let weather = snapshot.weather[place.coordinate.rounded]
        let configuration = source.configuration
        let scene = Scene(
            place: place, report: weather?.report, now: now(), staleAfter: configuration.staleAfter,
            lastFailure: weather?.failure)
        do throws(NoWeather) {
            let style = Style(units: snapshot.units, shortTemplate: .serviceStatus)
            return try ShortView.lines(of: scene, as: .text, in: style).joined()
        } catch {
            return error.sentence
        }
    }
}

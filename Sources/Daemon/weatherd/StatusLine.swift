import ClientProtocol
import Configuration
import Platform
import Rendering
import Store
import SystemBus
import Weather

/// Sends the status for `systemctl status` to the service manager: place, temperature and age.
struct StatusLine: Service {
    let store: Store
    let source: ConfigurationSource
    let notifier: Notifier
    let now: @Sendable () -> UnixTime

    /// The store changes that may affect the line.
    static let concern: StoreChange = [.place, .names, .units, .reports, .ownStation, .locationFailures]

    func run() async {
        send()
        for await _ in store.changes(of: Self.concern) { send() }
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
        let now = now()
        let scene = Scene(
            place: place, report: snapshot.report(of: place.coordinate.rounded, at: now), now: now,
            staleAfter: configuration.staleAfter,
            lastFailure: weather?.failure)
        do throws(NoWeather) {
            let style = Style(units: snapshot.units, shortTemplate: .serviceStatus)
            return try ShortView.lines(of: scene, as: .text, in: style).joined()
        } catch {
            return error.sentence
        }
    }
}

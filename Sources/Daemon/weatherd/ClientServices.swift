import ClientProtocol
import Configuration
import Glibc
import Languages
import Location
import Platform
import Refreshing
import Rendering
import Server
import Store
import SystemBus
import Weather

/// What answers clients and the service manager.
struct ClientServices: Sendable {
    let notifier = Notifier()
    let statusLine: StatusLine
    let server: Server
    let watchdog: Watchdog<BootTimeClock>

    init(
        _ context: DaemonContext, _ fetching: FetchingServices, _ places: PlaceServices, _ network: NetworkServices,
        socket: ListeningSocket
    ) {
        statusLine = StatusLine(store: context.store, source: context.source, notifier: notifier, now: context.now)
        server = Server(
            socket: socket, responder: Self.responder(context, fetching, places, network),
            changes: context.store.changes(),
            started: notifier.ready)
        watchdog = Watchdog(
            notifier: notifier, clock: context.clock, checks: [fetching.refreshers.ping, EventLoopActor.ping],
            beat: statusLine.send)
    }

    private static func responder(
        _ context: DaemonContext, _ fetching: FetchingServices, _ places: PlaceServices, _ network: NetworkServices
    ) -> Responder {
        let (source, store) = (context.source, context.store)
        let (refreshers, locator, cities) = (fetching.refreshers, places.locator, places.cities)
        return Responder(
            store: store, now: context.now,
            presentation: {
                let configuration = source.configuration
                return Responder.Presentation(
                    style: configuration.style, alternateTemplate: configuration.alternateTemplate,
                    staleAfter: configuration.staleAfter,
                    leftOut: configuration.services.leftOut.map {
                        DaemonStatus.LeftOutProvider(provider: $0.name.rawValue, reason: $0.reason)
                    })
            },
            effects: .init(
                asked: refreshers.request, looked: locator.ask,
                settingsChanged: { change in
                    refreshers.send(change)
                    if change.contains(.place) { locator.setActive(store.snapshot.isAutomatic) }
                },
                refresh: refreshers.refresh, settle: FirstFetch(store: store, clock: context.clock).wait,
                search: cities.search, city: cities.city,
                locality: { await cities.locality($0, within: Cities.namingDeadline) }, landmark: cities.landmark,
                coastline: { [path = context.directories.coastline] () throws(CoastlineError) in
                    try Coastline(path: path)
                },
                backingOff: fetching.forecaster.backingOff,
                ranking: { [order = fetching.order] in
                    source.configuration.services.ordersByAccuracy ? order.ranking(at: $0) : nil
                },
                accuracy: fetching.accuracy.summary, examine: healthCheck(context, fetching, places, network).findings))
    }

    private static func healthCheck(
        _ context: DaemonContext, _ fetching: FetchingServices, _ places: PlaceServices, _ network: NetworkServices
    ) -> HealthCheck {
        let source = context.source
        return HealthCheck(
            settings: { source.configuration.services }, variables: { source.configuration.variables },
            unsupportedLocale: { source.configuration.unsupportedLocale }, store: context.store,
            hasRoute: fetching.network.hasRoute,
            probes: { [services = fetching.services, gate = fetching.gate] in
                await services.probes(of: $0, $1, through: gate)
            },
            gazetteer: places.gazetteer.files, sandbox: { [sandbox = fetching.sandbox] in sandbox.sandbox },
            followsSleep: { [sleep = network.sleep] in sleep.isFollowed }, now: context.now)
    }
}

/// Sends the status for `systemctl status` to the service manager: place, temperature and age.
struct StatusLine: BackgroundService {
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

extension Coastline {
    /// Larger than any coastline file; larger files are rejected.
    private static let mostBytes = 4 << 20

    /// Reads the whole file for one map: keeping it would use memory for a rare request.
    init(path: String) throws(CoastlineError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            throw code == ENOENT || code == ENOTDIR
                ? .missing(path: path) : .notRead(path: path, reason: String(cString: strerror(code)))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.mostBytes
        else { throw .damaged(path: path) }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try [UInt8](reading: descriptor, atMost: Self.mostBytes)
        } catch {
            throw .notRead(path: path, reason: error.sentence)
        }
        try self.init(bytes: bytes, path: path)
    }
}

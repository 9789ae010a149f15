import ClientProtocol
import Configuration
import Glibc
import Languages
import Location
import Platform
import Refreshing
import Rendering
import Server
import SessionBus
import Store
import SystemBus
import Weather

/// The parts that answer clients and the service manager.
struct ClientServices: Sendable {
    let notifier = Notifier()
    let statusLine: StatusLine
    let server: Server
    let sessionBus: WeatherService
    let watchdog: Watchdog<BootTimeClock>

    init(
        _ context: DaemonContext, _ fetching: FetchingServices, _ places: PlaceServices, _ network: NetworkServices,
        socket: ListeningSocket
    ) {
        statusLine = StatusLine(store: context.store, source: context.source, notifier: notifier, now: context.now)
        sessionBus = WeatherService(
            address: SessionBusAddress.address(in: context.environment), store: context.store,
            tray: { [source = context.source] in source.configuration.tray }, logger: context.logger)
        server = Server(
            socket: socket, responder: Self.responder(context, fetching, places, network, sessionBus),
            changes: context.store.changes(),
            started: { [sessionBus, notifier] requests in
                // A client that starts the service by a call would otherwise wait for the name until its timeout.
                await sessionBus.begin(requests)
                notifier.ready()
            })
        watchdog = Watchdog(
            notifier: notifier, clock: context.clock, checks: [fetching.refreshers.ping, EventLoopActor.ping],
            beat: statusLine.send)
    }

    private static func responder(
        _ context: DaemonContext, _ fetching: FetchingServices, _ places: PlaceServices, _ network: NetworkServices,
        _ sessionBus: WeatherService
    ) -> Responder {
        Responder(
            store: context.store, now: context.now,
            presentation: { [source = context.source] in
                let configuration = source.configuration
                return Responder.Presentation(
                    style: configuration.style, alternateTemplate: configuration.alternateTemplate,
                    staleAfter: configuration.staleAfter,
                    leftOut: configuration.services.leftOut.map {
                        DaemonStatus.LeftOutProvider(provider: $0.name.rawValue, reason: $0.reason)
                    }, origin: configuration.origin)
            },
            effects: DaemonEffects(
                context: context, fetching: fetching, places: places,
                firstFetch: FirstFetch(store: context.store, clock: context.clock),
                health: healthCheck(context, fetching, places, network, sessionBus), saving: network.saving))
    }

    private static func healthCheck(
        _ context: DaemonContext, _ fetching: FetchingServices, _ places: PlaceServices, _ network: NetworkServices,
        _ sessionBus: WeatherService
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
            followsSleep: { [sleep = network.sleep] in sleep.isFollowed },
            sessionBus: { sessionBus.state }, tray: { sessionBus.tray },
            hasSystemBus: { [device = network.device] in device.hasBus },
            now: context.now)
    }
}

/// The effects of requests in the daemon.
struct DaemonEffects: Effects {
    let context: DaemonContext
    let fetching: FetchingServices
    let places: PlaceServices
    let firstFetch: FirstFetch<BootTimeClock>
    let health: HealthCheck
    let saving: SavingMonitor<BootTimeClock>

    func asked(_ kind: ReportKind, of coordinate: Coordinate) {
        fetching.refreshers.request(coordinate, kind)
    }

    func looked() {
        places.locator.ask()
    }

    func requested() {
        saving.request()
    }

    func watching(_ count: Int) {
        saving.setWatchers(count)
    }

    func settingsChanged(_ change: StoreChange) {
        fetching.refreshers.send(change)
        if change.contains(.place) { places.locator.setActive(context.store.snapshot.isAutomatic) }
    }

    func refresh(_ coordinate: Coordinate, wait: Bool) async -> RefreshAnswer {
        await fetching.refreshers.refresh(coordinate, wait: wait)
    }

    func settle(_ coordinate: Coordinate?, _ kinds: Set<ReportKind>) async {
        await firstFetch.wait(for: coordinate, kinds)
    }

    func cities(_ query: String, language: String?) async throws(SearchFailure) -> [City] {
        try await places.cities.search(query, language: language)
    }

    func city(_ query: String) async throws(SearchFailure) -> City {
        try await places.cities.city(query)
    }

    func locality(of coordinate: Coordinate) async -> Locality? {
        await places.cities.locality(coordinate, within: Cities.namingDeadline)
    }

    func landmark(of coordinate: Coordinate) async -> Locality? {
        await places.cities.landmark(coordinate)
    }

    func coastline() throws(CoastlineError) -> Coastline {
        try Coastline(path: context.directories.coastline)
    }

    func backingOff() -> [BackingOffProvider] {
        fetching.forecaster.backingOff()
    }

    func ranking(at place: Coordinate) -> ProviderRanking? {
        context.configuration.services.ordersByAccuracy ? fetching.order.ranking(at: place) : nil
    }

    func accuracy(at place: Coordinate) async -> AccuracySummary {
        await fetching.accuracy.summary(of: place)
    }

    func findings(_ status: DaemonStatus) async -> [Diagnostic] {
        await health.findings(status)
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

    /// Reads the whole file for each map: caching it would use memory for a rare request.
    init(path: String) throws(CoastlineError) {
        let bytes: [UInt8]
        do throws(FileProblem) {
            bytes = try [UInt8](ofFile: path, atMost: Self.mostBytes)
        } catch {
            guard case .failed(let error) = error else { throw .damaged(path: path) }
            throw error.code == ENOENT || error.code == ENOTDIR
                ? .missing(path: path) : .notRead(path: path, reason: error.sentence)
        }
        try self.init(bytes: bytes, path: path)
    }
}

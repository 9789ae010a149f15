import Endpoints
import Glibc
import Keeping
import Locating
import Logging
import NIOCore
import NIOPosix
import Providers
import Refreshing
import Rendering
import Searching
import Routing
import ServiceLifecycle
import Serving
import Systemd
import UnixSignals
import Weather
import Workers

/// Builds the parts, hands them to each other, and runs them until it is told to end.
struct Daemon {
    let source: ConfigurationSource
    let directories: Directories
    let worker: WorkerProgram
    /// All that the daemon was started with.
    let environment: [String: String]
    let logger: Logger

    private static let now: @Sendable () -> UnixTime = { UnixTime(time(nil)) }

    /// Answers at `socket` until SIGTERM or SIGINT.
    ///
    /// - Throws: `KeepingError.inUse` when another daemon keeps its files where this one would.
    func run(_ socket: ListeningSocket) async throws {
        let lock = try DirectoryLock(directory: directories.state)
        defer { lock.release() }
        if let problem = lock.problem {
            logger.warning("\(problem.sentence); choices made through weatherctl cannot be kept")
        }
        for notice in source.configuration.notices { logger.warning("\(notice)") }
        let now = Self.now
        let clock = BootTimeClock()
        let store = Store(
            stateDirectory: directories.state, cacheDirectory: directories.cache, lock: lock,
            defaults: source.configuration.defaults, now: now(), logger: logger)
        // One thread is enough for all clients, and each further one would cost memory.
        let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let eventLoop = eventLoops.next()
        let workers = Workers(
            worker.searching { [source, directories] in directories.gazetteer.naming(source.configuration.gazetteer) })
        // A worker for each refresher, and one for what people wait for; the one for searches comes on top.
        let gate = RequestGate(limit: 3, urgentLimit: 4)
        // The kernel is listened to before it is asked, so that nothing is missed in between.
        let routeChanges = RouteSocket.changes()
        let connectivity = Connectivity(
            source: source, tells: routeChanges != nil,
            neighbour: { [source] in source.configuration.network.neighbour(of: $0) })
        store.setNetwork(!connectivity.isCut(.forecasts))
        let gazetteer = RemoteGazetteer(
            run: workers.run, languages: { [source] in source.configuration.placeLanguages })
        let services = Services(
            store: store, run: workers.run, now: now, hasWay: connectivity.hasWay,
            notice: { [logger] notice in
                if case .deprecated = notice {
                    logger.warning("\(notice.sentence)")
                } else {
                    logger.info("\(notice.sentence)")
                }
            })
        let forecaster = Forecaster(
            source: source, store: store, services: services, gate: gate, now: now, logger: logger)
        let refreshers = Refreshers(
            store: store, forecaster: forecaster, clock: clock, now: now, isCut: connectivity.isCut, logger: logger)
        let cities = Cities(
            gazetteer: gazetteer, source: source, services: services, gate: gate, now: now, logger: logger)
        let locations = Locations(
            source: source, store: store, cities: cities, services: services, gate: gate,
            timeZone: environment["TZ"], now: now, logger: logger)
        let locator = locations.locator(clock: clock, hasNetwork: !connectivity.isCut(.location)) {
            refreshers.send(.changed)
        }
        let naming = Naming(store: store, cities: cities, source: source, now: now, logger: logger)
        let networkWatch = NetworkWatch(
            connectivity: connectivity, changes: routeChanges, sleep: SleepSignals().follow, clock: clock, store: store,
            tell: { refreshers.send($1, to: $0) },
            locate: {
                let isElsewhere = $0 == .rerouted || $0 == .back(isElsewhere: true)
                locator.setNetwork(
                    $0 != .cut, isElsewhere: isElsewhere, delay: RefreshPolicy.afterReturn * .random(in: 0...1))
            },
            logger: logger)
        let notifier = Notifier()
        let statusLine = StatusLine(store: store, source: source, notifier: notifier, now: now)
        let examination = Examination(
            source: source, store: store, hasWay: connectivity.hasWay,
            probes: { await services.probes(of: $0, $1, through: gate) }, gazetteer: gazetteer.status, now: now)
        let server = Server(
            socket: socket, eventLoop: eventLoop,
            responder: responder(
                store: store, refreshers: refreshers, locator: locator, cities: cities, forecaster: forecaster,
                examination: examination, clock: clock),
            changes: store.changes(), started: notifier.ready)
        let watchdog = Watchdog(
            notifier: notifier, clock: clock,
            checks: [refreshers.ping, { try? await eventLoop.submit {}.get() }],
            beat: statusLine.send)
        // Taken over before anybody is told that the daemon is ready, so that no reload is missed.
        let signals = await UnixSignalsSequence(trapping: .sighup)
        let reloading = Reloading(source: source, signals: signals, notifier: notifier, logger: logger) { [source] in
            store.setDefaults(source.configuration.defaults, at: now())
            if source.configuration.providers != [.sample] { store.forgetSamples() }
            forecaster.forgive()
            store.forgetUncovered()
            refreshers.send(.reloaded)
            locator.reconfigure(source.configuration.locationSources)
            locator.setActive(store.snapshot.isAutomatic)
            naming.again()
            networkWatch.look()
        }
        let doorbell = Doorbell(
            store: store, clock: clock,
            address: { [source] in source.configuration.firstServiceURL },
            knock: { [source] in await services.connects(to: $0, source.configuration, through: gate) },
            answered: { refreshers.send(.returned) })
        let hooks = Hooks(
            reactions: { [source] in source.configuration.reactions }, environment: environment, clock: clock,
            logger: logger)
        let announcer = Announcer(
            store: store, configuration: { [source] in source.configuration }, clock: clock, now: now, logger: logger,
            tell: hooks.add)
        let clockJumps = ClockJumps {
            store.reconsider()
            refreshers.send(.eased)
            locator.ask()
        }

        // Ended from the last to the first: clients that wait for a refresh are answered before the server goes.
        let parts: [any Service] = [
            server, refreshers.forecasts, refreshers.alerts, refreshers.air, locator, naming, reloading,
            networkWatch, clockJumps, watchdog, statusLine, hooks, announcer, doorbell,
        ]
        let group = ServiceGroup(
            configuration: .init(
                services: parts.map { .init(service: Part(service: $0)) },
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: quiet(logger)))
        try await group.run()
        await store.endRequests()
        await store.save()
        await workers.end()
        try await eventLoops.shutdownGracefully()
    }

    private func responder(
        store: Store, refreshers: Refreshers<BootTimeClock>, locator: Locator<BootTimeClock>, cities: Cities,
        forecaster: Forecaster, examination: Examination,
        clock: BootTimeClock
    ) -> Responder {
        Responder(
            store: store, now: Self.now,
            presentation: { [source] in
                let configuration = source.configuration
                return Responder.Presentation(
                    style: configuration.style, alternateTemplate: configuration.alternateTemplate,
                    staleAfter: configuration.staleAfter)
            },
            effects: .init(
                asked: refreshers.ask, looked: locator.ask,
                settingsChanged: {
                    refreshers.send(.changed)
                    locator.setActive(store.snapshot.isAutomatic)
                },
                refresh: refreshers.refresh, settle: FirstFetch(store: store, clock: clock).wait, search: cities.search,
                city: cities.city, locality: cities.locality, landmark: cities.landmark,
                coastline: { [path = directories.coastline] () throws(CoastlineError) in try Coastline(path: path) },
                resting: forecaster.resting, examine: examination.findings))
    }

    /// The library tells of every step of its own; only its troubles are of interest.
    private func quiet(_ logger: Logger) -> Logger {
        var logger = logger
        logger.logLevel = .error
        return logger
    }
}

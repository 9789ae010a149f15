import AsyncHTTPClient
import Forecasting
import Glibc
import HTTP
import Keeping
import Locating
import Logging
import NIOCore
import NIOPosix
import Refreshing
import ServiceLifecycle
import Serving
import Systemd
import UnixSignals
import Weather

/// Builds the parts, hands them to each other, and runs them until it is told to end.
struct Daemon {
    let source: ConfigurationSource
    let directories: Directories
    /// The variable `TZ`; nil when it is not set.
    let timeZone: String?
    let logger: Logger

    private static let now: @Sendable () -> UnixTime = { UnixTime(time(nil)) }

    /// Answers at `socket` until SIGTERM or SIGINT.
    ///
    /// - Throws: `KeepingError.inUse` when another daemon keeps its files where this one would.
    func run(_ socket: ListeningSocket) async throws {
        let lock = try DirectoryLock(directory: directories.state)
        defer { lock.release() }
        for notice in source.configuration.notices { logger.warning("\(notice)") }
        let now = Self.now
        let clock = BootTimeClock()
        let store = Store(
            stateDirectory: directories.state, cacheDirectory: directories.cache,
            defaults: source.configuration.defaults, now: now(), logger: logger)
        // One thread is enough for clients and providers together, and each further one would cost memory.
        let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let eventLoop = eventLoops.next()
        let client = HTTPClient(eventLoopGroupProvider: .shared(eventLoops), configuration: .sparing())
        let forecaster = Forecaster(source: source, client: client, store: store, now: now)
        let refresher = Refresher(
            store: store, policy: { [source] in source.configuration.policy }, clock: clock, now: now,
            logger: logger, fetch: forecaster.reports)
        let gazetteer = Gazetteer(
            path: { [source, directories] in source.configuration.gazetteer ?? directories.gazetteer }, clock: clock)
        let cities = Cities(
            gazetteer: gazetteer, source: source,
            exchange: client.exchange(userAgent: Forecaster.userAgent, deadline: Cities.deadline), now: now,
            logger: logger)
        let locations = Locations(
            source: source, store: store, cities: cities,
            exchange: client.exchange(userAgent: Forecaster.userAgent, deadline: Locations.deadline),
            timeZone: timeZone, now: now, logger: logger)
        let locator = locations.locator(clock: clock) { refresher.send(.changed) }
        let naming = Naming(store: store, cities: cities, source: source, now: now, logger: logger)
        let notifier = Notifier()
        let statusLine = StatusLine(store: store, source: source, notifier: notifier, now: now)
        let server = Server(
            socket: socket, eventLoop: eventLoop,
            responder: responder(store: store, refresher: refresher, locator: locator, cities: cities, clock: clock),
            changes: store.changes(), started: notifier.ready)
        let watchdog = Watchdog(
            notifier: notifier, clock: clock, checks: [refresher.ping, { try? await eventLoop.submit {}.get() }],
            beat: statusLine.send)
        let reloading = Reloading(source: source, notifier: notifier, logger: logger) { [source] in
            store.setDefaults(source.configuration.defaults, at: now())
            if source.configuration.providers != [.sample] { store.forgetSamples() }
            refresher.send(.reloaded)
            locator.reconfigure(source.configuration.locationSources)
            locator.setActive(store.snapshot.isAutomatic)
            naming.again()
        }
        let clockJumps = ClockJumps {
            store.reconsider()
            refresher.send(.changed)
            locator.ask()
        }

        // Ended from the last to the first: clients that wait for a refresh are answered before the server goes.
        let services: [any Service] = [
            server, refresher, locator, naming, gazetteer, reloading, clockJumps, watchdog, statusLine,
        ]
        let group = ServiceGroup(
            configuration: .init(
                services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint],
                logger: quiet(logger)))
        try await group.run()
        await store.save()
        try await client.shutdown()
        try await eventLoops.shutdownGracefully()
    }

    private func responder(
        store: Store, refresher: Refresher<BootTimeClock>, locator: Locator<BootTimeClock>, cities: Cities,
        clock: BootTimeClock
    ) -> Responder {
        Responder(
            store: store, now: Self.now,
            presentation: { [source] in
                let configuration = source.configuration
                return Responder.Presentation(
                    icons: configuration.icons, shortTemplate: configuration.shortTemplate,
                    staleAfter: configuration.staleAfter)
            },
            effects: .init(
                asked: { refresher.send(.asked($0)) }, looked: locator.ask,
                settingsChanged: {
                    refresher.send(.changed)
                    locator.setActive(store.snapshot.isAutomatic)
                },
                refresh: refresher.refresh, settle: FirstFetch(store: store, clock: clock).wait, search: cities.search,
                city: cities.city, locality: cities.locality))
    }

    /// The library tells of every step of its own; only its troubles are of interest.
    private func quiet(_ logger: Logger) -> Logger {
        var logger = logger
        logger.logLevel = .error
        return logger
    }
}

import AsyncHTTPClient
import Forecasting
import Glibc
import HTTP
import Keeping
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
        let notifier = Notifier()
        let statusLine = StatusLine(store: store, source: source, notifier: notifier, now: now)
        let server = Server(
            socket: socket, eventLoop: eventLoop,
            responder: responder(store: store, refresher: refresher),
            changes: store.changes(), started: notifier.ready)
        let watchdog = Watchdog(
            notifier: notifier, clock: clock, checks: [refresher.ping, { try? await eventLoop.submit {}.get() }],
            beat: statusLine.send)
        let reloading = Reloading(source: source, notifier: notifier, logger: logger) { [source] in
            store.setDefaults(source.configuration.defaults, at: now())
            if source.configuration.providers != [.sample] { store.forgetSamples() }
            refresher.send(.reloaded)
        }
        let clockJumps = ClockJumps {
            store.reconsider()
            refresher.send(.changed)
        }

        // Ended from the last to the first: clients that wait for a refresh are answered before the server goes.
        let services: [any Service] = [server, refresher, reloading, clockJumps, watchdog, statusLine]
        let group = ServiceGroup(
            configuration: .init(
                services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint],
                logger: quiet(logger)))
        try await group.run()
        await store.save()
        try await client.shutdown()
        try await eventLoops.shutdownGracefully()
    }

    private func responder(store: Store, refresher: Refresher<BootTimeClock>) -> Responder {
        Responder(
            store: store, now: Self.now,
            presentation: { [source] in
                let configuration = source.configuration
                return Responder.Presentation(
                    icons: configuration.icons, shortTemplate: configuration.shortTemplate,
                    staleAfter: configuration.staleAfter)
            },
            effects: .init(
                asked: { refresher.send(.asked($0)) }, settingsChanged: { refresher.send(.changed) },
                refresh: refresher.refresh))
    }

    /// The library tells of every step of its own; only its troubles are of interest.
    private func quiet(_ logger: Logger) -> Logger {
        var logger = logger
        logger.logLevel = .error
        return logger
    }
}

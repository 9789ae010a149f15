import Configuration
import Glibc
import Languages
import Location
import Logging
import Notifications
import Platform
import Refreshing
import Rendering
import Server
import SessionBus
import Store
import Synchronization
import SystemBus
import Weather

/// Creates the services, connects them, and runs them until shutdown.
struct Daemon {
    let source: ConfigurationSource
    let directories: Directories
    let worker: WorkerProgram
    let file: ProgramFile
    let environment: [String: String]
    let logger: Logger

    /// Why the daemon has ended.
    enum Ending: Sendable {
        case stopped
        /// Another version was installed; it gets the lock.
        case replaced(DirectoryLock)
    }

    /// Serves `socket` until SIGTERM or SIGINT, or until another version is installed. In the latter case the socket stays
    /// open, unless a service manager owns it.
    ///
    /// - Throws: `StoreError.inUse` when another daemon uses the same directories.
    func run(_ socket: ListeningSocket) async throws -> Ending {
        let lock = try DirectoryLock(directory: directories.state)
        if let problem = lock.problem {
            logger.warning("\(problem.sentence); settings made with weatherctl cannot be saved")
        }
        source.configuration.logWarnings(logger)
        let store = Store(
            stateDirectory: directories.state, cacheDirectory: directories.cache, lock: lock,
            defaults: source.configuration.defaults, now: DaemonContext.now(),
            clock: DaemonContext.moment, logger: logger)
        let context = DaemonContext(
            source: source, directories: directories, environment: environment, store: store, logger: logger)
        let (failures, failure) = AsyncStream.makeStream(of: WorkerFailure.self, bufferingPolicy: .bufferingNewest(1))
        var worker = worker
        worker.unusable = { failure.yield($0) }
        let fetching = FetchingServices(context, worker: worker)
        store.setNetwork(!fetching.network.isCut(.forecasts))
        let places = PlaceServices(context, fetching)
        let network = NetworkServices(context, fetching, places.locator)
        let clients = ClientServices(context, fetching, places, network, socket: socket)
        fetching.forecaster.forgetDisabled()
        let ownStation = OwnStation(
            source: { [source] in source.configuration.ownStation }, environment: environment, clock: context.clock,
            logger: logger, report: store.setOwnStation)
        // Installed before the daemon reports that it is ready, so that no reload is missed.
        let reloads = await signals(SIGHUP)
        let reloading = Reloading(
            source: source, signals: reloads, notifier: clients.notifier, clock: context.clock, logger: logger
        ) {
            adopt(context, fetching, places, network)
            clients.sessionBus.reconfigure()
            ownStation.again()
        }
        let hooks = Hooks(
            reactions: { [source] in source.configuration.reactions }, environment: environment, clock: context.clock,
            logger: logger)
        let announcer = Announcer(
            store: store, settings: { [source] in source.configuration.notifications }, clock: context.clock,
            now: context.now, logger: logger, report: hooks.add)

        // Shut down in reverse order: clients that wait for a refresh get their answer before the server ends.
        let refreshers = fetching.refreshers.all.map { $0.refresher as any BackgroundService }
        let others: [any BackgroundService] = [
            places.locator, places.namer, reloading, network.watch, network.clockJumps, network.clockSteps,
            clients.watchdog,
            clients.statusLine, hooks, announcer, ownStation, network.probe, network.saving,
            fetching.accuracy,
        ]
        let shutdown = Shutdown()
        let signals = await signals(SIGTERM, SIGINT)
        let isManaged = Upgrade.isManaged(environment, process: getpid())
        let upgrade = Upgrade(
            file: file, isManaged: isManaged, failures: failures, environment: environment, clock: context.clock,
            logger: logger, hasOmissions: { [source] in !source.configuration.omissions.isEmpty },
            isIdle: { [workers = fetching.workers] in workers.isIdle },
            restart: {
                if !isManaged { socket.keep(from: Successor.leastFreeDescriptor) }
                shutdown.request(.replacement)
            })
        // Signals are handled until the end, since they also cancel an upgrade.
        async let _: Void = Terminations(signals: signals, shutdown: shutdown).run()
        try await ServiceGroup([clients.server, clients.sessionBus] + refreshers + others + [upgrade]).run(
            until: shutdown.requests)
        await store.endRequests()
        await store.save()
        await fetching.workers.end()
        guard shutdown.reason == .replacement else {
            socket.forgo()
            lock.release()
            return .stopped
        }
        return .replaced(lock)
    }

    /// Applies a reloaded configuration.
    private func adopt(
        _ context: DaemonContext, _ fetching: FetchingServices, _ places: PlaceServices, _ network: NetworkServices
    ) {
        let (store, configuration) = (context.store, context.configuration)
        fetching.accuracy.reconfigure()
        network.saving.reconfigure()
        store.setDefaults(configuration.defaults, at: context.now())
        if !configuration.services.isSample { store.forgetSamples() }
        fetching.forecaster.forgetDisabled()
        fetching.forecaster.resetBackoff()
        store.forgetUncovered()
        fetching.refreshers.send(.reloaded)
        places.locator.reconfigure(configuration.locationSources)
        places.locator.setActive(store.snapshot.isAutomatic)
        places.namer.again()
        network.watch.checkRoutes()
    }
}

/// State shared by the daemon's services.
struct DaemonContext: Sendable {
    let source: ConfigurationSource
    let directories: Directories
    /// The environment of the daemon, unmodified.
    let environment: [String: String]
    let store: Store
    let logger: Logger
    let clock = BootTimeClock()
    let now: @Sendable () -> UnixTime = DaemonContext.now

    static let now: @Sendable () -> UnixTime = { moment().wall }

    /// The present moment by both clocks.
    static let moment: @Sendable () -> Moment = {
        let (wall, uptime) = SystemClocks.read()
        return Moment(wall: UnixTime(wall), uptime: uptime, boot: SystemClocks.boot)
    }

    /// The active configuration.
    var configuration: Configuration { source.configuration }
}

/// The request to end the daemon, and its reason.
final class Shutdown: Sendable {
    enum Reason: Sendable {
        /// SIGTERM or SIGINT.
        case signal
        /// Another version was installed.
        case replacement
    }

    /// Yields when the daemon must end.
    let requests: AsyncStream<Void>
    private let request: AsyncStream<Void>.Continuation
    private let current = Mutex<Reason?>(nil)

    init() {
        (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// nil before the first request. A signal takes precedence, also during the shutdown: the daemon must not start again.
    var reason: Reason? { current.withLock { $0 } }

    func request(_ reason: Reason) {
        current.withLock { if $0 != .signal { $0 = reason } }
        request.yield()
    }
}

/// Ends the daemon on SIGTERM and SIGINT.
struct Terminations {
    let signals: AsyncStream<Int32>
    let shutdown: Shutdown

    func run() async {
        for await _ in signals { shutdown.request(.signal) }
    }
}

/// Reloads the configuration on SIGHUP. An error is logged, and the old configuration stays active.
struct Reloading<C: Clock>: BackgroundService where C.Duration == Duration {
    let source: ConfigurationSource
    /// SIGHUPs since the daemon began to create its services.
    let signals: AsyncStream<Int32>
    let notifier: Notifier
    let clock: C
    let logger: Logger
    /// Applies the new configuration.
    let adopt: @Sendable () -> Void

    func run() async {
        for await _ in signals {
            notifier.reloading()
            do throws(ConfigurationError) {
                try await source.reloadAside(on: clock)
                source.configuration.logWarnings(logger)
                adopt()
                logger.info("configuration reloaded")
            } catch {
                guard !Task.isCancelled else { return }
                logger.error("\(error.description); keeping the old configuration")
            }
            notifier.ready()
        }
    }
}

extension Configuration {
    /// Logs settings that have no effect or are not used because of an error.
    func logWarnings(_ logger: Logger) {
        for omission in omissions {
            logger.warning("\(omission); this \(omission.key == nil ? "file" : "setting") is not used")
        }
        for notice in notices { logger.warning("\(notice)") }
    }
}

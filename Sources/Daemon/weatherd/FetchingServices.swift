import Configuration
import Logging
import Platform
import Refreshing
import Rendering
import Store
import Weather
import WorkerProtocol

/// What fetches the weather: workers, the services that they query, and when to query them.
struct FetchingServices: Sendable {
    let workers: Workers
    let sandbox: SandboxRecord
    /// For all workers except the one for searches.
    let gate = RequestGate()
    let routeChanges: AsyncStream<Void>?
    let network: NetworkStatus
    let services: Services
    let order = MeasuredOrder()
    let forecaster: Forecaster
    let accuracy: AccuracyRecorder
    let refreshers: Refreshers<BootTimeClock>

    init(_ context: DaemonContext, worker: WorkerProgram) {
        let (source, logger) = (context.source, context.logger)
        sandbox = SandboxRecord(logger: logger)
        var worker = worker.searching { [directories = context.directories] in
            directories.gazetteer.naming(source.configuration.gazetteer)
        }
        worker.sandboxed = sandbox.record
        workers = Workers(worker)
        // Subscribes to the kernel before querying it, so that no change is missed.
        routeChanges = RouteSocket.changes()
        network = source.networkStatus(reportsChanges: routeChanges != nil)
        services = Services(
            store: context.store, run: workers.run, now: context.now, hasRoute: network.hasRoute,
            notice: { notice in
                logger.log(level: notice.concernsUser ? .warning : .info, "\(notice.sentence)")
            })
        forecaster = Forecaster(
            settings: { source.configuration.services }, interval: { source.configuration.refreshInterval },
            store: context.store, services: services, gate: gate, order: order, now: context.now,
            logger: logger)
        accuracy = AccuracyRecorder(
            store: context.store, settings: { source.configuration.services }, order: order,
            readings: { place in
                [context.store.snapshot.stationReading(at: place.rounded, now: context.now())].compactMap(\.self)
            },
            ask: forecaster.forecast, now: context.now, logger: logger)
        refreshers = Refreshers(
            store: context.store, forecaster: forecaster, clock: context.clock, now: context.now,
            isCut: network.isCut, logger: logger)
    }
}

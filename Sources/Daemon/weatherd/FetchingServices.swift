import Configuration
import Languages
import Location
import Logging
import Platform
import Refreshing
import Rendering
import Store
import Weather
import WorkerProtocol

/// The parts that fetch the weather: workers, the services that they query, and the refreshers.
struct FetchingServices: Sendable {
    let workers: Workers
    let sandbox: SandboxRecord
    /// Shared by all workers except the one for searches.
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
            ask: { [forecaster] in
                guard !context.store.snapshot.saving.leavesOutExtras else { return nil }
                return await forecaster.forecast(of: $0, for: $1)
            }, now: context.now, logger: logger)
        refreshers = Refreshers(
            store: context.store, forecaster: forecaster, clock: context.clock, now: context.now,
            isCut: network.isCut, logger: logger)
    }
}

/// The parts that find and name places.
struct PlaceServices: Sendable {
    let gazetteer: RemoteGazetteer
    let cities: Cities
    let locator: Locator<BootTimeClock>
    let namer: PlaceNamer

    init(_ context: DaemonContext, _ fetching: FetchingServices) {
        let (source, store, refreshers) = (context.source, context.store, fetching.refreshers)
        let settings: @Sendable () -> PlaceSettings = { source.configuration.places }
        gazetteer = RemoteGazetteer(
            run: fetching.workers.run, languages: { source.configuration.placeLanguages })
        cities = Cities(
            gazetteer: gazetteer, settings: settings, services: fetching.services, gate: fetching.gate,
            logger: context.logger)
        let locations = Locations(
            settings: settings, store: store, cities: cities, services: fetching.services, gate: fetching.gate,
            timeZone: context.environment["TZ"], now: context.now, logger: context.logger)
        locator = locations.locator(clock: context.clock, hasNetwork: !fetching.network.isCut(.location)) {
            refreshers.send(.changed)
        }
        namer = PlaceNamer(
            store: store, cities: cities, language: { source.configuration.language }, now: context.now,
            logger: context.logger)
    }
}

extension Configuration {
    /// The settings for finding and naming places.
    var places: PlaceSettings { PlaceSettings(language: language, sources: locationSources, services: services) }
}

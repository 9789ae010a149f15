import Configuration
import Location
import Logging
import Platform
import Refreshing
import Store
import Weather

/// What finds and names places.
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

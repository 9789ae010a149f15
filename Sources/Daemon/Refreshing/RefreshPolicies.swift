import Store
public import Weather
import WorkerProtocol

// How often each type of report is fetched, and for which places. Each is called every time: the configuration can
// change.
extension Forecaster {
    /// The refresh policy of forecasts. It requests what the first provider supports; the others are fallbacks.
    @Sendable public func forecastPolicy() -> RefreshPolicy {
        var settings = settings()
        if let place = currentPlace { settings.providers = settings.providers(at: place, order.ranking(at: place)) }
        let preferred = (services.providers(of: .forecast, settings) as [any ReportProvider<Report>]).first
        var limits = preferred?.limits ?? ProviderLimits()
        if let budget = settings.providers.first.flatMap(settings.budget) {
            limits.placesADay = min(limits.placesADay, budget)
        }
        let pace = RequestPace.forecasts(
            interval: interval(), nearestStations, hasRadar: currentPlace.map(isUnderRadar) ?? false)
        return RefreshPolicy(interval: pace, limits: limits, preferred: preferred?.identity.id)
    }

    private var currentPlace: Coordinate? { store.snapshot.place?.coordinate.rounded }

    /// Whether stations are requested for the place.
    @Sendable func isMeasured(_ coordinate: Coordinate) -> Bool {
        settings().hasStations && coordinate.rounded == currentPlace
    }

    /// What is known of the stations near the current place.
    private var nearestStations: RequestPace.Stations {
        let snapshot = store.snapshot
        let report = snapshot.place.flatMap { snapshot.weather[$0.coordinate.rounded]?.observations.content }
        return RequestPace.stations(by: report, areOn: settings().hasStations)
    }

    /// Whether a radar may cover the place.
    func isUnderRadar(_ coordinate: Coordinate) -> Bool {
        if case .notCovered? = store.snapshot.weather[coordinate]?.radar.failure { return false }
        let settings = settings()
        let providers: [any ReportProvider<RadarReport>] = services.providers(of: .radar, settings)
        return providers.contains { $0.covers(settings.sentPosition(of: coordinate)) }
    }

    @Sendable public func observationsPolicy() -> RefreshPolicy {
        let settings = settings()
        let place = currentPlace.map(settings.sentPosition)
        let services = place.map { place in
            settings.providers(of: .observations).compactMap { settings.entry(of: $0, for: .observations)?.facts }
                .filter { $0.covers(place) }
        }
        let search = place.flatMap { place in services?.reduce(0) { $0 + $1.requests(for: [place]) } } ?? 1
        let used = store.snapshot.place.flatMap {
            store.snapshot.weather[$0.coordinate.rounded]?.observations.content?.provider.id
        }
        let each = place.flatMap { place in services?.first { $0.identity.id == used }?.usualRequests(for: place) } ?? 1
        return RefreshPolicy(
            interval: RequestPace.stations(nearestStations, search: search, each: each),
            // A retry is a search, and at least 0.8 times as late.
            leastRetry: RequestPace.stations(.silent, search: search) * 1.25)
    }

    /// The current place, if stations are requested.
    @Sendable public func observationsScope() -> RefreshScope { settings().hasStations ? .current : .onRequest }

    @Sendable public func radarPolicy() -> RefreshPolicy {
        RefreshPolicy(interval: RequestPace.radar)
    }

    /// The current place, while rain or snow is expected and a radar covers it.
    @Sendable public func radarScope() -> RefreshScope {
        guard let place = currentPlace, isUnderRadar(place),
            store.snapshot.weather[place]?.expectsPrecipitation(at: now()) == true
        else { return .onRequest }
        return .current
    }

    /// Warnings are fetched hourly, and as often as forecasts while a warning is in force or dangerous weather is
    /// forecast. All favourites together take at most as many requests as the current place.
    @Sendable public func alertsPolicy() -> RefreshPolicy {
        let snapshot = store.snapshot
        let weather = snapshot.place.flatMap { snapshot.weather[$0.coordinate.rounded] }
        let pace = AlertsPace.interval(for: weather, at: now(), forecasts: interval())
        // The policy leaves half of the limit to the background.
        let background = Int(Duration.seconds(86_400) / pace) + Self.favouritesWarningsADay
        return RefreshPolicy(interval: pace, limits: ProviderLimits(placesADay: 2 * background))
    }

    /// One every quarter of an hour.
    private static let favouritesWarningsADay = 96

    @Sendable public func alertsScope() -> RefreshScope {
        settings().fetchesWarningsOfFavourites ? .all : .current
    }

    @Sendable public func airScope() -> RefreshScope {
        settings().keepsAirFresh ? .current : .onRequest
    }

    /// Air quality is hourly data, so it is fetched at most once an hour.
    @Sendable public func airPolicy() -> RefreshPolicy {
        RefreshPolicy(interval: .seconds(3600), floor: .seconds(3600))
    }

    /// Normals change little in a year. A place on the way needs none.
    @Sendable public func normalsPolicy() -> RefreshPolicy {
        RefreshPolicy(
            interval: .seconds(365 * 86_400), floor: .seconds(30 * 86_400), settling: .seconds(3600),
            leastRetry: .seconds(6 * 3600))
    }

    /// Ensembles are computed every six hours.
    @Sendable public func ensemblePolicy() -> RefreshPolicy {
        RefreshPolicy(interval: .seconds(6 * 3600), floor: .seconds(3600), leastRetry: .seconds(3600))
    }

    /// The current place, if the type of report is on.
    @Sendable public func scope(of kind: ReportKind) -> RefreshScope {
        settings().providers(of: kind).isEmpty ? .onRequest : .current
    }
}

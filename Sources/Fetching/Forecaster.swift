import Jobs
public import Keeping
public import Logging
public import Providers
public import Refreshing
import Rendering
public import Weather

/// Fetches each type of report from the configured providers.
public struct Forecaster: Sendable {
    private let settings: @Sendable () -> ServiceSettings
    private let interval: @Sendable () -> Duration
    private let store: Store
    private let services: Services
    private let gate: RequestGate
    private let order: MeasuredOrder
    private let now: @Sendable () -> UnixTime
    private let forecasts: ProviderChain<Report>
    private let warnings: ProviderChain<AlertReport>
    private let air: ProviderChain<AirReport>
    private let stations: ProviderChain<ObservationReport>
    private let radar: ProviderChain<RadarReport>
    private let normals: ProviderChain<NormalsReport>
    private let ensemble: ProviderChain<EnsembleReport>

    /// - Parameters:
    ///   - settings: called each time, since the configuration can be reloaded.
    ///   - interval: the refresh interval of forecasts and warnings.
    ///   - order: the measured order of the providers at the current place.
    public init(
        settings: @escaping @Sendable () -> ServiceSettings, interval: @escaping @Sendable () -> Duration, store: Store,
        services: Services, gate: RequestGate, order: MeasuredOrder = MeasuredOrder(),
        now: @escaping @Sendable () -> UnixTime, logger: Logger
    ) {
        self.settings = settings
        self.interval = interval
        self.store = store
        self.services = services
        self.gate = gate
        self.order = order
        self.now = now
        let replaced: @Sendable (BackingOffProvider) -> Void = { backoff in
            logger.warning(
                "\(backoff.provider.name) failed, using a fallback provider: \(backoff.failure.sentence)",
                metadata: ["provider": "\(backoff.provider.id)"])
        }
        forecasts = ProviderChain(replaced: replaced)
        warnings = ProviderChain(replaced: replaced)
        air = ProviderChain(replaced: replaced)
        stations = ProviderChain(replaced: replaced)
        radar = ProviderChain(replaced: replaced)
        normals = ProviderChain(replaced: replaced)
        ensemble = ProviderChain(replaced: replaced)
    }

    /// For each place, in the order of the places.
    @Sendable public func forecasts(for coordinates: [Coordinate]) async -> [Result<Report, FetchFailure>] {
        let settings = settings()
        guard settings.ordersByAccuracy, let current = store.snapshot.place?.coordinate.rounded,
            let index = coordinates.firstIndex(of: current), let ranking = order.ranking(at: current)
        else { return await forecasts(for: coordinates, settings) }
        // The order was measured at the current place, and applies to no other.
        var ordered = settings
        ordered.providers = settings.providers(at: current, ranking)
        var others = coordinates
        others.remove(at: index)
        let first = await forecasts(for: [current], ordered)
        var results = others.isEmpty ? [] : await forecasts(for: others, settings)
        results.insert(contentsOf: first, at: min(index, results.count))
        return results
    }

    private func forecasts(
        for coordinates: [Coordinate], _ settings: ServiceSettings
    ) async -> [Result<Report, FetchFailure>] {
        await ask(.forecast, settings, through: forecasts, for: coordinates, \.forecast)
    }

    /// The forecast of one provider, to compare it with others; nil when it failed.
    @Sendable public func forecast(of provider: ProviderName, for coordinate: Coordinate) async -> Report? {
        var settings = settings()
        settings.providers = [provider]
        return try? await forecasts(for: [coordinate.rounded], settings).first?.get()
    }

    @Sendable public func alerts(for coordinates: [Coordinate]) async -> [Result<AlertReport, FetchFailure>] {
        await ask(.alerts, through: warnings, for: coordinates, \.alerts)
    }

    @Sendable public func air(for coordinates: [Coordinate]) async -> [Result<AirReport, FetchFailure>] {
        await ask(.air, through: air, for: coordinates, \.air)
    }

    @Sendable public func radar(for coordinates: [Coordinate]) async -> [Result<RadarReport, FetchFailure>] {
        await ask(.radar, through: radar, for: coordinates, \.radar)
    }

    /// The nearest station with a usable observation. If the stations of the first provider are of no use, others are asked.
    @Sendable public func observations(
        for coordinates: [Coordinate]
    ) async -> [Result<ObservationReport, FetchFailure>] {
        var results: [Result<ObservationReport, FetchFailure>] = []
        for coordinate in coordinates { results.append(await observation(for: coordinate)) }
        return results
    }

    private func observation(for coordinate: Coordinate) async -> Result<ObservationReport, FetchFailure> {
        var best: Result<ObservationReport, FetchFailure>?
        let names = settings().providers(of: .observations)
        for name in names where !Task.isCancelled {
            let results = await ask(.observations, only: name, through: stations, for: [coordinate], \.observations)
            guard let result = results.first else { continue }
            switch (best, result) {
            case (.success(let former)?, .success(var report)):
                report.rejected = Array(
                    (former.rejected + report.rejected).prefix(ObservationReport.mostRejected))
                best = .success(report)
            case (.success?, .failure): break
            case (_, .failure(.notCovered)) where best != nil: break
            default: best = result
            }
            if case .success(let report) = result, report.observation != nil { break }
        }
        return best ?? .failure(.noNetwork)
    }

    @Sendable public func normals(for coordinates: [Coordinate]) async -> [Result<NormalsReport, FetchFailure>] {
        await ask(.normals, through: normals, for: coordinates, \.normals)
    }

    @Sendable public func ensemble(for coordinates: [Coordinate]) async -> [Result<EnsembleReport, FetchFailure>] {
        await ask(.ensemble, through: ensemble, for: coordinates, \.ensemble)
    }

    /// The providers that are backing off from any kind of request.
    @Sendable public func backingOff() -> [BackingOffProvider] {
        let now = now()
        var backingOff: [String: BackingOffProvider] = [:]
        let all = [
            forecasts.backingOff(at: now), warnings.backingOff(at: now), air.backingOff(at: now),
            stations.backingOff(at: now), radar.backingOff(at: now),
            normals.backingOff(at: now), ensemble.backingOff(at: now),
        ]
        for provider in all.joined() {
            let known = backingOff[provider.provider.id]
            if known.map({ $0.until < provider.until }) ?? true { backingOff[provider.provider.id] = provider }
        }
        return backingOff.values.sorted { $0.provider.id < $1.provider.id }
    }

    /// Resets all backoffs.
    public func resetBackoff() {
        forecasts.resetBackoff()
        warnings.resetBackoff()
        air.resetBackoff()
        stations.resetBackoff()
        radar.resetBackoff()
        normals.resetBackoff()
        ensemble.resetBackoff()
    }

    /// The refresh policy of forecasts. It requests what the first provider supports; the others are fallbacks.
    @Sendable public func forecastPolicy() -> RefreshPolicy {
        let settings = settings()
        let preferred = (services.providers(of: .forecast, settings) as [any ReportProvider<Report>]).first
        var limits = preferred?.limits ?? ProviderLimits()
        if let budget = settings.providers.first.flatMap(settings.budget) {
            limits.placesADay = min(limits.placesADay, budget)
        }
        let pace = RequestPace.forecasts(
            interval: interval(), nearestStations, hasRadar: currentPlace.map(isUnderRadar) ?? false)
        let measured = currentPlace.flatMap { settings.providers(at: $0, order.ranking(at: $0)).first?.rawValue }
        return RefreshPolicy(
            interval: pace, limits: limits, preferred: settings.ordersByAccuracy ? measured : preferred?.identity.id)
    }

    private var currentPlace: Coordinate? { store.snapshot.place?.coordinate.rounded }

    /// Whether stations are asked for the place.
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
    private func isUnderRadar(_ coordinate: Coordinate) -> Bool {
        if case .notCovered? = store.snapshot.weather[coordinate]?.radar.failure { return false }
        let settings = settings()
        let providers: [any ReportProvider<RadarReport>] = services.providers(of: .radar, settings)
        return providers.contains { $0.covers(settings.sentPosition(of: coordinate)) }
    }

    @Sendable public func observationsPolicy() -> RefreshPolicy {
        RefreshPolicy(interval: RequestPace.stations(nearestStations))
    }

    /// The current place, if stations are asked.
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

    /// Warnings are fetched hourly, and as often as forecasts while there are some, or dangerous weather is near. All
    /// favourites together take as many requests as the current place at its most frequent.
    @Sendable public func alertsPolicy() -> RefreshPolicy {
        let snapshot = store.snapshot
        let weather = snapshot.place.flatMap { snapshot.weather[$0.coordinate.rounded] }
        let pace = AlertsPace.interval(for: weather, at: now(), forecasts: interval())
        // The policy leaves half of the limit to the background.
        let background = Int(Duration.seconds(86_400) / pace) + Self.favouritesWarningsADay
        return RefreshPolicy(interval: pace, limits: ProviderLimits(placesADay: 2 * background))
    }

    /// One each quarter of an hour.
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

    /// Normals change little in a year. A place that is only passed through needs none.
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

    /// - Parameter name: the provider to ask; nil for all.
    private func ask<Content: FetchedReport>(
        _ kind: ReportKind, only name: ProviderName? = nil, _ settings: ServiceSettings? = nil,
        through chain: ProviderChain<Content>, for coordinates: [Coordinate], _ part: any PlaceWeather.Part<Content>
    ) async -> [Result<Content, FetchFailure>] {
        let settings = settings ?? self.settings()
        let providers: [any ReportProvider<Content>] = services.providers(of: kind, only: name, settings)
        let weather = store.snapshot.weather
        let kept = coordinates.compactMap { weather[$0]?[keyPath: part].content }
        let sent = SentPositions(of: coordinates, in: settings)
        return await gate.pass(for: coordinates) {
            sent.returned(
                await store.fetching {
                    await chain.reports(for: sent.positions, from: providers, renewing: sent.previous(kept), now: now)
                })
        }
    }
}

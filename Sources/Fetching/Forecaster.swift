import Jobs
public import Keeping
public import Logging
public import Providers
import Refreshing
import Rendering
public import Weather

/// Fetches each type of report from the configured providers.
public struct Forecaster: Sendable {
    let settings: @Sendable () -> ServiceSettings
    let interval: @Sendable () -> Duration
    let store: Store
    let services: Services
    let order: MeasuredOrder
    private let gate: RequestGate
    let now: @Sendable () -> UnixTime
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
        stations = ProviderChain(
            sufficiency: Sufficiency(isEnough: { $0.observation != nil }, merge: { $1.following($0) }),
            replaced: replaced)
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

    /// The nearest station with a usable observation; if the first provider has none, others are used. The one that has is
    /// used first for the rest of the UTC day.
    @Sendable public func observations(
        for coordinates: [Coordinate]
    ) async -> [Result<ObservationReport, FetchFailure>] {
        var settings = settings()
        if let place = coordinates.first, let former = store.snapshot.weather[place]?.observations.content,
            former.observation != nil, former.fetchedAt.seconds / 86_400 == now().seconds / 86_400,
            let index = settings.stationProviders.firstIndex(where: { $0.rawValue == former.provider.id })
        {
            settings.stationProviders.insert(settings.stationProviders.remove(at: index), at: 0)
        }
        return await ask(.observations, settings, through: stations, for: coordinates, \.observations)
    }

    @Sendable public func normals(for coordinates: [Coordinate]) async -> [Result<NormalsReport, FetchFailure>] {
        await ask(.normals, through: normals, for: coordinates, \.normals)
    }

    @Sendable public func ensemble(for coordinates: [Coordinate]) async -> [Result<EnsembleReport, FetchFailure>] {
        await ask(.ensemble, through: ensemble, for: coordinates, \.ensemble)
    }

    /// The providers that are backing off, by type of report and `id`.
    @Sendable public func backingOff() -> [BackingOffProvider] {
        let now = now()
        let all: [(ReportKind, [BackingOffProvider])] = [
            (.forecast, forecasts.backingOff(at: now)), (.alerts, warnings.backingOff(at: now)),
            (.air, air.backingOff(at: now)), (.observations, stations.backingOff(at: now)),
            (.radar, radar.backingOff(at: now)), (.normals, normals.backingOff(at: now)),
            (.ensemble, ensemble.backingOff(at: now)),
        ]
        return all.flatMap { kind, providers in
            providers.map { provider in
                var provider = provider
                provider.kind = kind
                return provider
            }
        }
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
        services.resetProxies()
    }

    /// - Parameter settings: nil for the configured ones.
    private func ask<Content: FetchedReport>(
        _ kind: ReportKind, _ settings: ServiceSettings? = nil, through chain: ProviderChain<Content>,
        for coordinates: [Coordinate], _ part: any PlaceWeather.Part<Content>
    ) async -> [Result<Content, FetchFailure>] {
        let settings = settings ?? self.settings()
        let providers: [any ReportProvider<Content>] = services.providers(of: kind, settings)
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

import Languages
public import Logging
public import Store
public import Weather
import WorkerProtocol

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
        func chain<Content>(
            _ kind: ReportKind, _ sufficiency: Sufficiency<Content>? = nil
        ) -> ProviderChain<Content> {
            ProviderChain(
                moment: { store.moment(at: now()) }, kept: store.snapshot.requests.backoffs[kind.rawValue] ?? [],
                fingerprint: { settings().fingerprint(of: $0, for: kind) },
                inUse: { settings().positions(of: kind, in: store.snapshot) },
                changed: { await store.keep($0, of: kind.rawValue) }, sufficiency: sufficiency, replaced: replaced)
        }
        // Current weather alone is no forecast, but better than a failure.
        forecasts = chain(
            .forecast,
            Sufficiency(
                isEnough: { !$0.hours.isEmpty }, prefersInsufficient: true, merge: { $1.hours.isEmpty ? $0 : $1 }))
        warnings = chain(.alerts, .allWarnings)
        air = chain(.air)
        stations = chain(
            .observations, Sufficiency(isEnough: { $0.observation != nil }, merge: { $1.following($0) }))
        radar = chain(.radar)
        normals = chain(.normals)
        ensemble = chain(.ensemble)
    }

    /// For each place, in the order of the places.
    @Sendable public func forecasts(
        for coordinates: [Coordinate], isUrgent: Bool = false
    ) async -> [Result<Report, FetchFailure>] {
        let purpose = RequestGate.Purpose.reports(.forecast)
        let settings = settings()
        guard settings.ordersByAccuracy, let current = store.snapshot.place?.coordinate.rounded,
            let index = coordinates.firstIndex(of: current), let ranking = order.ranking(at: current)
        else { return await forecasts(for: coordinates, settings, purpose, isUrgent) }
        // The order was measured at the current place, and applies to no other.
        var ordered = settings
        ordered.providers = settings.providers(at: current, ranking)
        var others = coordinates
        others.remove(at: index)
        let first = await forecasts(for: [current], ordered, purpose, isUrgent)
        var results = others.isEmpty ? [] : await forecasts(for: others, settings, purpose, isUrgent)
        results.insert(contentsOf: first, at: min(index, results.count))
        return results
    }

    private func forecasts(
        for coordinates: [Coordinate], _ settings: ServiceSettings, _ purpose: RequestGate.Purpose, _ isUrgent: Bool
    ) async -> [Result<Report, FetchFailure>] {
        await ask(.forecast, settings, through: forecasts, for: coordinates, \.forecast, purpose, isUrgent: isUrgent)
    }

    /// The forecast of one provider, to compare it with others; nil when it failed.
    @Sendable public func forecast(of provider: ProviderName, for coordinate: Coordinate) async -> Report? {
        var settings = settings()
        settings.providers = [provider]
        return try? await forecasts(for: [coordinate.rounded], settings, .comparison, false).first?.get()
    }

    /// - Parameter former: the reports of an earlier request for the same country.
    func requestedAlerts(
        for coordinates: [Coordinate], _ turn: AlertTurn, renewing former: [AlertReport], _ settings: ServiceSettings,
        _ isUrgent: Bool
    ) async -> [Result<AlertReport, FetchFailure>] {
        await ask(
            .alerts, settings, through: warnings, for: coordinates, \.alerts, turn: turn, renewing: former,
            isUrgent: isUrgent)
    }

    @Sendable public func air(
        for coordinates: [Coordinate], isUrgent: Bool = false
    ) async -> [Result<AirReport, FetchFailure>] {
        await ask(.air, through: air, for: coordinates, \.air, isUrgent: isUrgent)
    }

    @Sendable public func radar(
        for coordinates: [Coordinate], isUrgent: Bool = false
    ) async -> [Result<RadarReport, FetchFailure>] {
        await ask(.radar, through: radar, for: coordinates, \.radar, isUrgent: isUrgent)
    }

    /// The nearest station with a usable observation; if the first provider has none, others are used. The one that has is
    /// used first for the rest of the UTC day.
    @Sendable public func observations(
        for coordinates: [Coordinate], isUrgent: Bool = false
    ) async -> [Result<ObservationReport, FetchFailure>] {
        var settings = settings()
        if let place = coordinates.first, let former = store.snapshot.weather[place]?.observations.content,
            former.observation != nil, former.fetchedAt.seconds / 86_400 == now().seconds / 86_400,
            let index = settings.stationProviders.firstIndex(where: { $0.rawValue == former.provider.id })
        {
            settings.stationProviders.insert(settings.stationProviders.remove(at: index), at: 0)
        }
        return await ask(
            .observations, settings, through: stations, for: coordinates, \.observations, isUrgent: isUrgent)
    }

    @Sendable public func normals(
        for coordinates: [Coordinate], isUrgent: Bool = false
    ) async -> [Result<NormalsReport, FetchFailure>] {
        await ask(.normals, through: normals, for: coordinates, \.normals, isUrgent: isUrgent)
    }

    @Sendable public func ensemble(
        for coordinates: [Coordinate], isUrgent: Bool = false
    ) async -> [Result<EnsembleReport, FetchFailure>] {
        await ask(.ensemble, through: ensemble, for: coordinates, \.ensemble, isUrgent: isUrgent)
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

    /// The places for which no provider can be used yet, since all requested a delay or failed at the end of the last run.
    func waits(of kind: ReportKind, at coordinates: [Coordinate]) -> [Coordinate: ProviderWait] {
        switch kind {
        case .forecast: waits(of: kind, through: forecasts, at: coordinates)
        case .alerts: waits(of: kind, through: warnings, at: coordinates)
        case .air: waits(of: kind, through: air, at: coordinates)
        case .observations: waits(of: kind, through: stations, at: coordinates)
        case .radar: waits(of: kind, through: radar, at: coordinates)
        case .normals: waits(of: kind, through: normals, at: coordinates)
        case .ensemble: waits(of: kind, through: ensemble, at: coordinates)
        }
    }

    private func waits<Content: FetchedReport>(
        of kind: ReportKind, through chain: ProviderChain<Content>, at coordinates: [Coordinate]
    ) -> [Coordinate: ProviderWait] {
        guard chain.isBackingOff else { return [:] }
        let settings = settings()
        let providers: [any ReportProvider<Content>] = services.providers(of: kind, settings)
        var waits: [Coordinate: ProviderWait] = [:]
        for coordinate in coordinates {
            waits[coordinate] = chain.wait(for: settings.sentPosition(of: coordinate), from: providers, at: now())
        }
        return waits
    }

    /// Resets the backoffs that the reloaded configuration may have ended.
    public func resetBackoff() {
        store.forgetRefusedPlaces()
        forecasts.resetBackoff()
        warnings.resetBackoff()
        air.resetBackoff()
        stations.resetBackoff()
        radar.resetBackoff()
        normals.resetBackoff()
        ensemble.resetBackoff()
        services.resetProxies()
    }

    /// A client has begun to wait for a report that may still queue.
    func hurry(_ kind: ReportKind) -> @Sendable (Coordinate) -> Void {
        { [gate] in gate.hurry(.reports(kind), for: $0) }
    }

    /// - Parameters:
    ///   - settings: nil for the configured ones.
    ///   - former: the reports to renew; nil for the stored ones.
    private func ask<Content: FetchedReport>(
        _ kind: ReportKind, _ settings: ServiceSettings? = nil, through chain: ProviderChain<Content>,
        for coordinates: [Coordinate], _ part: any PlaceWeather.Part<Content>, _ purpose: RequestGate.Purpose? = nil,
        turn: AlertTurn = .own, renewing former: [Content]? = nil, isUrgent: Bool
    ) async -> [Result<Content, FetchFailure>] {
        let settings = settings ?? self.settings()
        let providers: [any ReportProvider<Content>] = services.providers(of: kind, settings, turn)
        let weather = store.snapshot.weather
        let kept = former ?? coordinates.compactMap { weather[$0]?[keyPath: part].content }
        let sent = SentPositions(of: coordinates, in: settings)
        return await gate.pass(purpose ?? .reports(kind), for: coordinates, isUrgent: isUrgent) {
            sent.returned(
                await store.fetching {
                    await chain.reports(for: sent.positions, from: providers, renewing: sent.previous(kept), now: now)
                })
        }
    }
}

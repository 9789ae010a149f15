import Languages
public import Logging
public import Store
public import Weather
import WorkerProtocol

/// Fetches reports from the configured providers.
public struct Forecaster: Sendable {
    let settings: @Sendable () -> ServiceSettings
    let interval: @Sendable () -> Duration
    let store: Store
    let services: Services
    let order: MeasuredOrder
    private let gate: RequestGate
    let now: @Sendable () -> UnixTime
    private let chains: [ReportKind: any BackingOffChain]

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
        func chain<Content: RefreshedReport>(of _: Content.Type) -> any BackingOffChain {
            let kind = Content.kind
            return ProviderChain<Content>(
                moment: { store.moment(at: now()) }, kept: store.snapshot.requests.backoffs[kind.rawValue] ?? [],
                fingerprint: { settings().fingerprint(of: $0, for: kind) },
                inUse: { settings().positions(of: kind, in: store.snapshot) },
                changed: { await store.keep($0, of: kind.rawValue) }, sufficiency: Content.sufficiency,
                replaced: replaced)
        }
        var chains: [ReportKind: any BackingOffChain] = [:]
        for kind in ReportKind.allCases { chains[kind] = chain(of: kind.refreshed) }
        self.chains = chains
    }

    private func chain<Content: RefreshedReport>(of _: Content.Type = Content.self) -> ProviderChain<Content> {
        guard let chain = chains[Content.kind] as? ProviderChain<Content> else { fatalError("two types of one kind") }
        return chain
    }

    /// The report of each place, in the order of the places.
    func reports<Content: RefreshedReport>(
        of _: Content.Type = Content.self, for coordinates: [Coordinate], isUrgent: Bool = false
    ) async -> [Result<Content, FetchFailure>] {
        await Content.fetch(for: coordinates, by: self, isUrgent: isUrgent)
    }

    /// The forecast of one provider, to compare it with others; nil when it failed.
    @Sendable public func forecast(of provider: ProviderName, for coordinate: Coordinate) async -> Report? {
        var settings = settings()
        settings.providers = [provider]
        let reports: [Result<Report, FetchFailure>] = await ask(
            for: [coordinate.rounded], settings, .comparison, isUrgent: false)
        return try? reports.first?.get()
    }

    /// The providers that are backing off, by kind of report and `id`.
    @Sendable public func backingOff() -> [BackingOffProvider] {
        let now = now()
        return ReportKind.allCases.flatMap { kind in
            (chains[kind]?.backingOff(at: now) ?? []).map { provider in
                var provider = provider
                provider.kind = kind
                return provider
            }
        }
    }

    /// The places for which no provider can be used yet: each requested a delay or failed at the end of the last run.
    func waits<Content: RefreshedReport>(of _: Content.Type, at coordinates: [Coordinate]) -> [Coordinate: ProviderWait]
    {
        let chain: ProviderChain<Content> = chain()
        guard chain.isBackingOff else { return [:] }
        let settings = settings()
        let providers: [any ReportProvider<Content>] = services.providers(settings)
        var waits: [Coordinate: ProviderWait] = [:]
        for coordinate in coordinates {
            waits[coordinate] = chain.wait(for: settings.sentPosition(of: coordinate), from: providers, at: now())
        }
        return waits
    }

    /// Resets the backoffs that the reloaded configuration may have ended.
    public func resetBackoff() {
        store.forgetRefusedPlaces()
        for chain in chains.values { chain.resetBackoff() }
        services.resetProxies()
    }

    /// Removes reports from services that the new configuration does not use.
    public func forgetDisabled() {
        let settings = settings()
        func forget<Content: RefreshedReport>(_: Content.Type) {
            guard !Content.outlastsItsProvider else { return }
            store.forget(Content.part, unlessFrom: settings.providers(of: Content.kind).map(\.rawValue))
        }
        for kind in ReportKind.allCases { forget(kind.refreshed) }
    }

    /// Called when a client begins to wait for a report whose request may still be queued.
    func hurry(_ kind: ReportKind) -> @Sendable (Coordinate) -> Void {
        { [gate] in gate.hurry(.reports(kind), for: $0) }
    }

    /// Queries the providers in order.
    ///
    /// - Parameters:
    ///   - settings: the settings; nil for the configured ones.
    ///   - former: the reports to renew; nil for the stored ones.
    func ask<Content: RefreshedReport>(
        for coordinates: [Coordinate], _ settings: ServiceSettings? = nil, _ purpose: RequestGate.Purpose? = nil,
        turn: AlertTurn = .own, renewing former: [Content]? = nil, isUrgent: Bool
    ) async -> [Result<Content, FetchFailure>] {
        let settings = settings ?? self.settings()
        let (chain, providers): (ProviderChain<Content>, [any ReportProvider<Content>]) =
            (chain(), services.providers(settings, turn))
        let weather = store.snapshot.weather
        let kept = former ?? coordinates.compactMap { weather[$0]?[keyPath: Content.part].content }
        let sent = SentPositions(of: coordinates, in: settings)
        return await gate.pass(purpose ?? .reports(Content.kind), for: coordinates, isUrgent: isUrgent) {
            sent.returned(
                await store.fetching {
                    await chain.reports(for: sent.positions, from: providers, renewing: sent.previous(kept), now: now)
                })
        }
    }
}

private protocol BackingOffChain: Sendable {
    func backingOff(at now: UnixTime) -> [BackingOffProvider]
    func resetBackoff()
}

extension ProviderChain: BackingOffChain {}

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
    private let now: @Sendable () -> UnixTime
    private let forecasts: ProviderChain<Report>
    private let warnings: ProviderChain<AlertReport>
    private let air: ProviderChain<AirReport>
    private let normals: ProviderChain<NormalsReport>
    private let ensemble: ProviderChain<EnsembleReport>

    /// - Parameters:
    ///   - settings: called each time, since the configuration can be reloaded.
    ///   - interval: the refresh interval of forecasts and warnings.
    public init(
        settings: @escaping @Sendable () -> ServiceSettings, interval: @escaping @Sendable () -> Duration, store: Store,
        services: Services, gate: RequestGate,
        now: @escaping @Sendable () -> UnixTime, logger: Logger
    ) {
        self.settings = settings
        self.interval = interval
        self.store = store
        self.services = services
        self.gate = gate
        self.now = now
        let replaced: @Sendable (BackingOffProvider) -> Void = { backoff in
            logger.warning(
                "\(backoff.provider.name) failed, using a fallback provider: \(backoff.failure.sentence)",
                metadata: ["provider": "\(backoff.provider.id)"])
        }
        forecasts = ProviderChain(replaced: replaced)
        warnings = ProviderChain(replaced: replaced)
        air = ProviderChain(replaced: replaced)
        normals = ProviderChain(replaced: replaced)
        ensemble = ProviderChain(replaced: replaced)
    }

    /// For each place, in the order of the places.
    @Sendable public func forecasts(for coordinates: [Coordinate]) async -> [Result<Report, FetchFailure>] {
        await ask(.forecast, through: forecasts, for: coordinates, \.forecast)
    }

    @Sendable public func alerts(for coordinates: [Coordinate]) async -> [Result<AlertReport, FetchFailure>] {
        await ask(.alerts, through: warnings, for: coordinates, \.alerts)
    }

    @Sendable public func air(for coordinates: [Coordinate]) async -> [Result<AirReport, FetchFailure>] {
        await ask(.air, through: air, for: coordinates, \.air)
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
        normals.resetBackoff()
        ensemble.resetBackoff()
    }

    /// The refresh policy of forecasts. It requests what the first provider supports; the others are fallbacks.
    @Sendable public func forecastPolicy() -> RefreshPolicy {
        let settings = settings()
        let providers: [any ReportProvider<Report>] = services.providers(of: .forecast, settings)
        let preferred = providers.first
        var limits = preferred?.limits ?? ProviderLimits()
        if let budget = settings.providers.first.flatMap(settings.budget) {
            limits.placesADay = min(limits.placesADay, budget)
        }
        return RefreshPolicy(
            interval: interval(), limits: limits, preferred: preferred?.identity.id)
    }

    /// Warnings are as urgent as the weather.
    @Sendable public func alertsPolicy() -> RefreshPolicy {
        RefreshPolicy(interval: interval())
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

    private func ask<Content: FetchedReport>(
        _ kind: ReportKind, through chain: ProviderChain<Content>, for coordinates: [Coordinate],
        _ part: any PlaceWeather.Part<Content>
    ) async -> [Result<Content, FetchFailure>] {
        let settings = settings()
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

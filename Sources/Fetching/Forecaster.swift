import Jobs
public import Keeping
public import Logging
public import Providers
public import Refreshing
import Rendering
public import Weather

/// Fetches forecasts, warnings and air quality from the configured providers.
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

    /// - Parameters:
    /// - settings: called each time, since the configuration can be reloaded.
    /// - interval: the refresh interval of forecasts and warnings.
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
        let replaced: @Sendable (BackingOffProvider) -> Void = { resting in
            logger.warning(
                "\(resting.provider.name) failed, using a fallback provider: \(resting.failure.sentence)",
                metadata: ["provider": "\(resting.provider.id)"])
        }
        forecasts = ProviderChain(replaced: replaced)
        warnings = ProviderChain(replaced: replaced)
        air = ProviderChain(replaced: replaced)
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

    /// The providers that are backing off from any kind of request.
    @Sendable public func resting() -> [BackingOffProvider] {
        let now = now()
        var resting: [String: BackingOffProvider] = [:]
        for provider in forecasts.resting(at: now) + warnings.resting(at: now) + air.resting(at: now) {
            let known = resting[provider.provider.id]
            if known.map({ $0.until < provider.until }) ?? true { resting[provider.provider.id] = provider }
        }
        return resting.values.sorted { $0.provider.id < $1.provider.id }
    }

    /// Resets all backoffs.
    public func resetBackoff() {
        forecasts.resetBackoff()
        warnings.resetBackoff()
        air.resetBackoff()
    }

    /// The refresh policy of forecasts. It requests what the first provider supports; the others are fallbacks.
    @Sendable public func forecastPolicy() -> RefreshPolicy {
        let settings = settings()
        let preferred = (services.providers(of: .forecast, settings) as [any ReportProvider<Report>]).first
        var limits = preferred?.limits ?? ProviderLimits()
        if settings.providers.first == .pirateWeather {
            limits.placesADay = min(limits.placesADay, settings.pirateWeatherBudget)
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

import Keeping
import Logging
import Providers
import Refreshing
import Rendering
import Weather

/// Brings forecasts, warnings and the quality of the air from the providers that the configuration in force names.
struct Forecaster: Sendable {
    private let source: ConfigurationSource
    private let store: Store
    private let services: Services
    private let gate: RequestGate
    private let now: @Sendable () -> UnixTime
    private let forecasts: ProviderChain<Report>
    private let warnings: ProviderChain<AlertReport>
    private let air: ProviderChain<AirReport>

    init(
        source: ConfigurationSource, store: Store, services: Services, gate: RequestGate,
        now: @escaping @Sendable () -> UnixTime, logger: Logger
    ) {
        self.source = source
        self.store = store
        self.services = services
        self.gate = gate
        self.now = now
        let replaced: @Sendable (RestingProvider) -> Void = { resting in
            logger.warning(
                "another stands in for \(resting.provider.name): \(resting.failure.sentence)",
                metadata: ["provider": "\(resting.provider.id)"])
        }
        forecasts = ProviderChain(replaced: replaced)
        warnings = ProviderChain(replaced: replaced)
        air = ProviderChain(replaced: replaced)
    }

    /// Of each place, in the order of the places.
    @Sendable func forecasts(for coordinates: [Coordinate]) async -> [Result<Report, FetchFailure>] {
        await ask(services.forecastProviders(source.configuration), through: forecasts, for: coordinates, \.forecast)
    }

    @Sendable func alerts(for coordinates: [Coordinate]) async -> [Result<AlertReport, FetchFailure>] {
        await ask(services.alertProviders(source.configuration), through: warnings, for: coordinates, \.alerts)
    }

    @Sendable func air(for coordinates: [Coordinate]) async -> [Result<AirReport, FetchFailure>] {
        await ask(services.airProviders(source.configuration), through: air, for: coordinates, \.air)
    }

    /// The providers that rest at the moment, whatever they are asked for.
    @Sendable func resting() -> [RestingProvider] {
        let now = now()
        var resting: [String: RestingProvider] = [:]
        for provider in forecasts.resting(at: now) + warnings.resting(at: now) + air.resting(at: now) {
            let known = resting[provider.provider.id]
            if known.map({ $0.until < provider.until }) ?? true { resting[provider.provider.id] = provider }
        }
        return resting.values.sorted { $0.provider.id < $1.provider.id }
    }

    /// Has everybody asked again at once.
    func forgive() {
        forecasts.forgive()
        warnings.forgive()
        air.forgive()
    }

    /// When forecasts are fetched. What the first provider takes is asked for; the others only step in.
    @Sendable func forecastPolicy() -> RefreshPolicy {
        let configuration = source.configuration
        let preferred = services.forecastProviders(configuration).first
        var limits = preferred?.limits ?? ProviderLimits()
        if configuration.providers.first == .pirateWeather {
            limits.placesADay = min(limits.placesADay, configuration.pirateWeatherBudget)
        }
        return RefreshPolicy(
            interval: configuration.refreshInterval, limits: limits, preferred: preferred?.identity.id)
    }

    /// Warnings are as urgent as the weather.
    @Sendable func alertsPolicy() -> RefreshPolicy {
        RefreshPolicy(interval: source.configuration.refreshInterval)
    }

    /// The quality of the air is computed by the hour, and fetched hourly at most.
    @Sendable func airPolicy() -> RefreshPolicy {
        RefreshPolicy(interval: .seconds(3600), floor: .seconds(3600))
    }

    private func ask<Content>(
        _ providers: [any ReportProvider<Content>], through chain: ProviderChain<Content>,
        for coordinates: [Coordinate],
        _ part: any PlaceWeather.Part<Content>
    ) async -> [Result<Content, FetchFailure>] {
        let weather = store.snapshot.weather
        let kept = coordinates.compactMap { weather[$0]?[keyPath: part].content }
        let sent = SentPositions(of: coordinates, in: source.configuration)
        return await gate.pass(for: coordinates) {
            sent.returned(
                await store.fetching {
                    await chain.reports(for: sent.positions, from: providers, renewing: sent.previous(kept), now: now)
                })
        }
    }
}

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
    private let order: MeasuredOrder
    private let now: @Sendable () -> UnixTime
    private let forecasts: ProviderChain<Report>
    private let warnings: ProviderChain<AlertReport>
    private let air: ProviderChain<AirReport>

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
        await ask(services.forecastProviders(settings), through: forecasts, for: coordinates, \.forecast)
    }

    /// The forecast of one provider, to compare it with others; nil when it failed.
    @Sendable public func forecast(of provider: ProviderName, for coordinate: Coordinate) async -> Report? {
        var settings = settings()
        settings.providers = [provider]
        return try? await forecasts(for: [coordinate.rounded], settings).first?.get()
    }

    @Sendable public func alerts(for coordinates: [Coordinate]) async -> [Result<AlertReport, FetchFailure>] {
        await ask(services.alertProviders(settings()), through: warnings, for: coordinates, \.alerts)
    }

    @Sendable public func air(for coordinates: [Coordinate]) async -> [Result<AirReport, FetchFailure>] {
        await ask(services.airProviders(settings()), through: air, for: coordinates, \.air)
    }

    /// The providers that are backing off from any kind of request.
    @Sendable public func backingOff() -> [BackingOffProvider] {
        let now = now()
        var backingOff: [String: BackingOffProvider] = [:]
        for provider in forecasts.backingOff(at: now) + warnings.backingOff(at: now) + air.backingOff(at: now) {
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
    }

    /// The refresh policy of forecasts. It requests what the first provider supports; the others are fallbacks.
    @Sendable public func forecastPolicy() -> RefreshPolicy {
        let settings = settings()
        let preferred = services.forecastProviders(settings).first
        var limits = preferred?.limits ?? ProviderLimits()
        if let budget = settings.providers.first.flatMap(settings.budget) {
            limits.placesADay = min(limits.placesADay, budget)
        }
        let current = store.snapshot.place?.coordinate
        let measured = current.flatMap { settings.providers(at: $0, order.ranking(at: $0)).first?.rawValue }
        return RefreshPolicy(
            interval: interval(), limits: limits,
            preferred: settings.ordersByAccuracy ? measured : preferred?.identity.id)
    }

    /// Warnings are as urgent as the weather.
    @Sendable public func alertsPolicy() -> RefreshPolicy {
        RefreshPolicy(interval: interval())
    }

    /// Air quality is hourly data, so it is fetched at most once an hour.
    @Sendable public func airPolicy() -> RefreshPolicy {
        RefreshPolicy(interval: .seconds(3600), floor: .seconds(3600))
    }

    private func ask<Content>(
        _ providers: [any ReportProvider<Content>], through chain: ProviderChain<Content>,
        for coordinates: [Coordinate],
        _ part: any PlaceWeather.Part<Content>
    ) async -> [Result<Content, FetchFailure>] {
        let weather = store.snapshot.weather
        let kept = coordinates.compactMap { weather[$0]?[keyPath: part].content }
        let sent = SentPositions(of: coordinates, in: settings())
        return await gate.pass(for: coordinates) {
            sent.returned(
                await store.fetching {
                    await chain.reports(for: sent.positions, from: providers, renewing: sent.previous(kept), now: now)
                })
        }
    }
}

import Keeping
import Logging
import Refreshing
import Weather

/// What keeps each kind of report fresh.
struct Refreshers<C: Clock>: Sendable where C.Duration == Duration {
    let forecasts: Refresher<C, Report>
    let alerts: Refresher<C, AlertReport>
    let air: Refresher<C, AirReport>

    /// - Parameter isCut: whether there is no way to whom that kind of reports is from, at the start.
    init(
        store: Store, forecaster: Forecaster, clock: C,
        now: @escaping @Sendable () -> UnixTime, chance: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        isCut: (Connectivity.Asker) -> Bool = { _ in false }, logger: Logger
    ) {
        func hold(of asker: Connectivity.Asker) -> FetchFailure? { isCut(asker) ? .noNetwork : nil }
        forecasts = Refresher(
            store: store, part: \.forecast, scope: .all, policy: forecaster.forecastPolicy, clock: clock,
            now: now, chance: chance, reasonOfHold: hold(of: .forecasts), log: RefreshLog(logger: logger),
            fetch: forecaster.forecasts)
        alerts = Refresher(
            store: store, part: \.alerts, scope: .current, policy: forecaster.alertsPolicy, clock: clock,
            now: now, chance: chance, reasonOfHold: hold(of: .alerts),
            log: RefreshLog(logger: logger, subject: "warnings"),
            fetch: forecaster.alerts)
        air = Refresher(
            store: store, part: \.air, scope: .asked, policy: forecaster.airPolicy, clock: clock, now: now,
            chance: chance, reasonOfHold: hold(of: .air), log: RefreshLog(logger: logger, subject: "air quality"),
            fetch: forecaster.air)
    }

    @Sendable func send(_ trigger: Trigger) {
        forecasts.send(trigger)
        alerts.send(trigger)
        air.send(trigger)
    }

    @Sendable func send(_ trigger: Trigger, to asker: Connectivity.Asker) {
        switch asker {
        case .forecasts: forecasts.send(trigger)
        case .alerts: alerts.send(trigger)
        case .air: air.send(trigger)
        case .location: break
        }
    }

    /// Somebody wants to know.
    @Sendable func ask(_ coordinate: Coordinate, _ kind: ReportKind) {
        switch kind {
        case .forecast: forecasts.send(.asked(coordinate))
        case .alerts: alerts.send(.asked(coordinate))
        case .air: air.send(.asked(coordinate))
        }
    }

    /// Fetches the forecast and the warnings anew; how that went is told of the forecast.
    @Sendable func refresh(_ coordinate: Coordinate, wait: Bool) async -> RefreshAnswer {
        _ = await alerts.refresh(coordinate, wait: false)
        return await forecasts.refresh(coordinate, wait: wait)
    }

    /// Returns when all loops have come round, which tells that they are alive.
    @Sendable func ping() async {
        await forecasts.ping()
        await alerts.ping()
        await air.ping()
    }
}

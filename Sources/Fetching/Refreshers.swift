public import Connectivity
public import Keeping
public import Logging
public import Refreshing
public import Weather

/// The refreshers of all report types.
public struct Refreshers<C: Clock>: Sendable where C.Duration == Duration {
    public let forecasts: Refresher<C, Report>
    public let alerts: Refresher<C, AlertReport>
    public let air: Refresher<C, AirReport>

    /// - Parameter isCut: whether there is no route to the services of that report type at the start.
    public init(
        store: Store, forecaster: Forecaster, clock: C,
        now: @escaping @Sendable () -> UnixTime, chance: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        isCut: (NetworkConsumer) -> Bool = { _ in false }, logger: Logger
    ) {
        func hold(of consumer: NetworkConsumer) -> FetchFailure? { isCut(consumer) ? .noNetwork : nil }
        let alerts = Refresher(
            store: store, part: \.alerts, scope: forecaster.alertsScope(), policy: forecaster.alertsPolicy,
            clock: clock,
            now: now, chance: chance, pauseReason: hold(of: .alerts),
            log: RefreshLog(logger: logger, subject: "warnings"),
            fetch: forecaster.alerts)
        self.alerts = alerts
        forecasts = Refresher(
            store: store, part: \.forecast, scope: .all, policy: forecaster.forecastPolicy, clock: clock,
            now: now, chance: chance, pauseReason: hold(of: .forecasts), log: RefreshLog(logger: logger),
            // A forecast of dangerous weather changes the interval of warnings.
            kept: { alerts.send(.changed) }, fetch: forecaster.forecasts)
        air = Refresher(
            store: store, part: \.air, scope: forecaster.airScope(), policy: forecaster.airPolicy, clock: clock,
            now: now,
            chance: chance, pauseReason: hold(of: .air), log: RefreshLog(logger: logger, subject: "air quality"),
            fetch: forecaster.air)
    }

    @Sendable public func send(_ trigger: Trigger) {
        forecasts.send(trigger)
        alerts.send(trigger)
        air.send(trigger)
    }

    @Sendable public func send(_ trigger: Trigger, to consumer: NetworkConsumer) {
        switch consumer {
        case .forecasts: forecasts.send(trigger)
        case .alerts: alerts.send(trigger)
        case .air: air.send(trigger)
        case .location: break
        }
    }

    /// A client requested a report.
    @Sendable public func request(_ coordinate: Coordinate, _ kind: ReportKind) {
        switch kind {
        case .forecast: forecasts.send(.requested(coordinate))
        case .alerts: alerts.send(.requested(coordinate))
        case .air: air.send(.requested(coordinate))
        }
    }

    /// Refreshes the forecast and the warnings; the result is that of the forecast.
    @Sendable public func refresh(_ coordinate: Coordinate, wait: Bool) async -> RefreshAnswer {
        _ = await alerts.refresh(coordinate, wait: false)
        return await forecasts.refresh(coordinate, wait: wait)
    }

    /// Returns when all loops have completed an iteration, which shows that they are alive.
    @Sendable public func ping() async {
        await forecasts.ping()
        await alerts.ping()
        await air.ping()
    }
}

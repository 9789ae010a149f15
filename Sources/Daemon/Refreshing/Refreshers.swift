public import Logging
public import Store
import Synchronization
public import Weather

/// The refreshers of all report types.
public struct Refreshers<C: Clock>: Sendable where C.Duration == Duration {
    public let forecasts: Refresher<C, Report>
    public let alerts: Refresher<C, AlertReport>
    public let air: Refresher<C, AirReport>
    public let observations: Refresher<C, ObservationReport>
    public let radar: Refresher<C, RadarReport>
    public let normals: Refresher<C, NormalsReport>
    public let ensemble: Refresher<C, EnsembleReport>
    /// Whether stations are requested for a place.
    private let isMeasured: @Sendable (Coordinate) -> Bool

    /// - Parameter isCut: whether there is no route to the services of that report type at the start.
    public init(
        store: Store, forecaster: Forecaster, clock: C,
        now: @escaping @Sendable () -> UnixTime, chance: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        isCut: (NetworkConsumer) -> Bool = { _ in false }, logger: Logger
    ) {
        func hold(of kind: ReportKind) -> FetchFailure? { isCut(.reports(kind)) ? .noNetwork : nil }
        func waits(of kind: ReportKind) -> @Sendable ([Coordinate]) -> [Coordinate: ProviderWait] {
            { forecaster.waits(of: kind, at: $0) }
        }
        isMeasured = forecaster.isMeasured
        let radar = Refresher(
            store: store, part: \.radar, scope: forecaster.radarScope(), policy: forecaster.radarPolicy, clock: clock,
            now: now, chance: chance, pauseReason: hold(of: .radar), log: RefreshLog(logger: logger, subject: "radar"),
            waits: waits(of: .radar), hurry: forecaster.hurry(.radar), fetch: forecaster.radar)
        self.radar = radar
        let alerts = Refresher(
            store: store, part: \.alerts, scope: forecaster.alertsScope(), policy: forecaster.alertsPolicy,
            clock: clock,
            now: now, chance: chance, pauseReason: hold(of: .alerts),
            log: RefreshLog(logger: logger, subject: "warnings"), waits: waits(of: .alerts),
            hurry: forecaster.hurry(.alerts), fetch: forecaster.alerts)
        self.alerts = alerts
        let forecasts = Refresher(
            store: store, part: \.forecast, scope: .all, policy: forecaster.forecastPolicy, clock: clock,
            now: now, chance: chance, pauseReason: hold(of: .forecast), log: RefreshLog(logger: logger),
            waits: waits(of: .forecast),
            // A forecast of dangerous weather changes the interval of warnings, and one of rain or snow starts the
            // radar.
            kept: {
                alerts.send(.changed)
                radar.send(.changed)
            }, hurry: forecaster.hurry(.forecast), fetch: forecaster.forecasts)
        self.forecasts = forecasts
        observations = Refresher(
            store: store, part: \.observations, scope: forecaster.observationsScope(),
            policy: forecaster.observationsPolicy, clock: clock, now: now, chance: chance,
            pauseReason: hold(of: .observations), log: RefreshLog(logger: logger, subject: "stations"),
            waits: waits(of: .observations),
            // Whether a station is usable changes how often forecasts are fetched.
            kept: { forecasts.send(.changed) }, hurry: forecaster.hurry(.observations), fetch: forecaster.observations)
        air = Refresher(
            store: store, part: \.air, scope: forecaster.airScope(), policy: forecaster.airPolicy, clock: clock,
            now: now,
            chance: chance, pauseReason: hold(of: .air), log: RefreshLog(logger: logger, subject: "air quality"),
            waits: waits(of: .air), hurry: forecaster.hurry(.air), fetch: forecaster.air)
        normals = Refresher(
            store: store, part: \.normals, scope: forecaster.scope(of: .normals), policy: forecaster.normalsPolicy,
            clock: clock, now: now, chance: chance, pauseReason: hold(of: .normals),
            log: RefreshLog(logger: logger, subject: "normals"), waits: waits(of: .normals),
            hurry: forecaster.hurry(.normals), fetch: forecaster.normals)
        ensemble = Refresher(
            store: store, part: \.ensemble, scope: forecaster.scope(of: .ensemble), policy: forecaster.ensemblePolicy,
            clock: clock, now: now, chance: chance, pauseReason: hold(of: .ensemble),
            log: RefreshLog(logger: logger, subject: "ensemble"), waits: waits(of: .ensemble),
            hurry: forecaster.hurry(.ensemble),
            fetch: forecaster.ensemble)
    }

    /// All of them, by the type of report.
    public var all: [(kind: ReportKind, refresher: any ReportRefresher)] {
        ReportKind.allCases.map { ($0, self[$0]) }
    }

    private subscript(kind: ReportKind) -> any ReportRefresher {
        switch kind {
        case .forecast: forecasts
        case .alerts: alerts
        case .air: air
        case .observations: observations
        case .radar: radar
        case .normals: normals
        case .ensemble: ensemble
        }
    }

    @Sendable public func send(_ trigger: Trigger) {
        for (_, refresher) in all { refresher.send(trigger) }
    }

    @Sendable public func send(_ trigger: Trigger, to consumer: NetworkConsumer) {
        if case .reports(let kind) = consumer { self[kind].send(trigger) }
    }

    /// The settings were changed.
    @Sendable public func send(_ change: StoreChange) {
        for (_, refresher) in all { refresher.send(change) }
    }

    /// A client requested a report.
    @Sendable public func request(_ coordinate: Coordinate, _ kind: ReportKind) {
        self[kind].send(.requested(coordinate))
    }

    /// Refreshes the forecast, and then the warnings and the observations. Returns the result for the forecast.
    @Sendable public func refresh(_ coordinate: Coordinate, wait: Bool) async -> RefreshAnswer {
        await forecasts.refresh(coordinate, wait: wait) {
            alerts.send(.refreshed(coordinate))
            if isMeasured(coordinate) { observations.send(.refreshed(coordinate)) }
        }
    }

    /// Returns when all loops have completed an iteration, which shows that they are alive.
    @Sendable public func ping() async {
        for (_, refresher) in all { await refresher.ping() }
    }
}

/// Waits for the first weather of a new place, so that the client need not repeat its request.
public final class FirstFetch<C: Clock>: Sendable where C.Duration == Duration {
    private let store: Store
    private let clock: C
    private let waiting = Mutex(0)

    /// Slightly less than a client's timeout.
    private static var timeout: Duration { .milliseconds(1700) }
    /// The most concurrent waits, each of which uses a descriptor. Further clients get a reply that the fetch is in progress.
    private static var room: Int { 32 }

    public init(store: Store, clock: C) {
        self.store = store
        self.clock = clock
    }

    /// Returns when each type has a report or a failure, or at the timeout.
    ///
    /// - Parameter coordinate: nil for the current place, which may not be located yet.
    @Sendable public func wait(for coordinate: Coordinate?, _ kinds: Set<ReportKind>) async {
        let hasRoom = waiting.withLock { waiting in
            guard waiting < Self.room else { return false }
            waiting += 1
            return true
        }
        guard hasRoom else { return }
        defer { waiting.withLock { $0 -= 1 } }
        let key = coordinate?.rounded
        await withDiscardingTaskGroup { group in
            let changes = store.changes()
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            group.addTask { [self] in
                // Handles changes from before the subscription.
                if !haveOutcome(key, kinds) { for await _ in changes where haveOutcome(key, kinds) { break } }
                end.finish()
            }
            group.addTask { [clock] in
                try? await clock.sleep(until: clock.now.advanced(by: Self.timeout), tolerance: nil)
                end.finish()
            }
            for await _ in ends {}
            group.cancelAll()
        }
    }

    private func haveOutcome(_ key: Coordinate?, _ kinds: Set<ReportKind>) -> Bool {
        let snapshot = store.snapshot
        guard let key = key ?? snapshot.place?.coordinate.rounded else { return !snapshot.isBeingLocated }
        return kinds.allSatisfy { snapshot.weather[key]?.hasOutcome($0) ?? false }
    }
}

public import Logging
public import Store
import Synchronization
public import Weather
import WorkerProtocol

/// The refreshers of all kinds of reports.
public struct Refreshers<C: Clock>: Sendable where C.Duration == Duration {
    /// By kind, in the order of `ReportKind.allCases`.
    public let all: [(kind: ReportKind, refresher: any ReportRefresher)]
    /// Whether stations are requested for a place.
    private let isMeasured: @Sendable (Coordinate) -> Bool

    /// - Parameter isCut: whether there is no route to the services of that kind of report at the start.
    public init(
        store: Store, forecaster: Forecaster, clock: C,
        now: @escaping @Sendable () -> UnixTime, chance: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        isCut: (NetworkConsumer) -> Bool = { _ in false }, logger: Logger
    ) {
        isMeasured = forecaster.isMeasured
        var made: [ReportKind: any ReportRefresher] = [:]
        func make<Content: RefreshedReport>(_: Content.Type) {
            let kind = Content.kind
            guard made[kind] == nil else { return }
            for kind in Content.influenced { make(kind.refreshed) }
            let influenced = Content.influenced.compactMap { made[$0] }
            made[kind] = Refresher(
                store: store, part: Content.part, scope: Content.scope(by: forecaster),
                policy: { Content.policy(by: forecaster) }, clock: clock, now: now, chance: chance,
                pauseReason: isCut(.reports(kind)) ? .noNetwork : nil,
                log: RefreshLog(logger: logger, subject: Content.subject),
                waits: { forecaster.waits(of: Content.self, at: $0) },
                kept: { for refresher in influenced { refresher.send(.changed) } }, hurry: forecaster.hurry(kind),
                fetch: { await forecaster.reports(of: Content.self, for: $0, isUrgent: $1) })
        }
        for kind in ReportKind.allCases { make(kind.refreshed) }
        all = ReportKind.allCases.compactMap { kind in made[kind].map { (kind, $0) } }
    }

    public subscript(kind: ReportKind) -> (any ReportRefresher)? { all.first { $0.kind == kind }?.refresher }

    @Sendable public func send(_ trigger: Trigger) {
        for (_, refresher) in all { refresher.send(trigger) }
    }

    @Sendable public func send(_ trigger: Trigger, to consumer: NetworkConsumer) {
        if case .reports(let kind) = consumer { self[kind]?.send(trigger) }
    }

    /// The settings were changed.
    @Sendable public func send(_ change: StoreChange) {
        for (_, refresher) in all { refresher.send(change) }
    }

    /// A client requested a report.
    @Sendable public func request(_ coordinate: Coordinate, _ kind: ReportKind) {
        self[kind]?.send(.requested(coordinate))
    }

    /// Refreshes the forecast, and then the warnings and the observations. Returns the result for the forecast.
    @Sendable public func refresh(_ coordinate: Coordinate, wait: Bool) async -> RefreshAnswer {
        await self[.forecast]?.refresh(coordinate, wait: wait) {
            self[.alerts]?.send(.refreshed(coordinate))
            if isMeasured(coordinate) { self[.observations]?.send(.refreshed(coordinate)) }
        } ?? .stopping
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
    /// The maximum number of concurrent waits; each uses a descriptor. Other clients' reply says that the fetch is in progress.
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
                // The outcome may have arrived before the subscription.
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
        return kinds.allSatisfy { snapshot.weather[key]?[$0].hasOutcome ?? false }
    }
}

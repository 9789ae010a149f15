public import Keeping
public import ServiceLifecycle
public import Weather

/// The loop that keeps one kind of reports fresh: it waits for a trigger or a deadline, asks its plan, and fetches.
public struct Refresher<C: Clock, Content: ProviderReport & Hashable>: Service where C.Duration == Duration {
    public typealias Fetch = @Sendable ([Coordinate]) async -> [Result<Content, FetchFailure>]

    let store: Store
    let part: any PlaceWeather.Part<Content>
    let scope: RefreshScope
    let clock: C
    let now: @Sendable () -> UnixTime
    let chance: @Sendable () -> Double
    private let fetch: Fetch
    private let log: RefreshLog
    let events: AsyncStream<Event>
    let continuation: AsyncStream<Event>.Continuation
    let policy: @Sendable () -> RefreshPolicy

    private let reasonOfHold: FetchFailure?

    enum Event: Sendable {
        case trigger(Trigger)
        case alarm(C.Instant)
        case finished([Coordinate], FetchOutcome, fetch: Int)
        case demand(Coordinate, wait: Bool, CheckedContinuation<RefreshAnswer, Never>)
        case ping(CheckedContinuation<Void, Never>)
    }

    /// - Parameters:
    ///   - part: the kind of reports.
    ///   - scope: the places that are kept fresh without anybody asking.
    ///   - policy: asked at every change, since the configuration can be read anew.
    ///   - clock: the deadlines' clock. It should go on during sleep, so that a missed deadline is met on resume.
    ///   - now: the wall clock, for the times that are kept and shown.
    ///   - chance: a number from 0 to 1, another at each call.
    ///   - reasonOfHold: why nothing can be fetched until `released` is sent; nil when it can from the start.
    ///   - fetch: brings the report of each place, in the order of the places, from wherever forecasts come from; they
    ///     are no more than `ProviderLimits.batch` of the policy.
    public init(
        store: Store, part: any PlaceWeather.Part<Content>, scope: RefreshScope,
        policy: @escaping @Sendable () -> RefreshPolicy, clock: C,
        now: @escaping @Sendable () -> UnixTime,
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }, reasonOfHold: FetchFailure? = nil,
        log: RefreshLog,
        fetch: @escaping Fetch
    ) {
        self.store = store
        self.part = part
        self.scope = scope
        self.policy = policy
        self.clock = clock
        self.now = now
        self.chance = chance
        self.reasonOfHold = reasonOfHold
        self.log = log
        self.fetch = fetch
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Refreshes until it is told to end, and ends with nothing under way. It can be run once.
    public func run() async {
        await cancelWhenGracefulShutdown { await refresh() }
    }

    private func refresh() async {
        var loop = Loop(refresher: self)
        await withDiscardingTaskGroup { group in
            if let reasonOfHold {
                loop.handle(.trigger(.held(reason: reasonOfHold)), in: &group)
            } else {
                loop.begin(in: &group)
            }
            for await event in events { loop.handle(event, in: &group) }
            group.cancelAll()
        }
        await loop.abandonWaiters()
    }

    /// Wakes the loop.
    public func send(_ trigger: Trigger) {
        continuation.yield(.trigger(trigger))
    }

    /// Asks for a refresh now.
    ///
    /// - Parameter wait: answer when the fetch has ended, not when it has begun.
    public func refresh(_ coordinate: Coordinate, wait: Bool) async -> RefreshAnswer {
        await withCheckedContinuation { answer in
            if case .terminated = continuation.yield(.demand(coordinate.rounded, wait: wait, answer)) {
                answer.resume(returning: .stopping)
            }
        }
    }

    /// Returns when the loop has come round, which tells that it is alive.
    public func ping() async {
        await withCheckedContinuation { pong in
            if case .terminated = continuation.yield(.ping(pong)) { pong.resume() }
        }
    }
}

extension Refresher {
    /// What came of one fetch, beside the reports.
    enum FetchOutcome: Sendable {
        case ended(failures: [Coordinate: FetchFailure])
        /// It was given up before these had a report.
        case abandoned(Set<Coordinate>)
    }

    /// One fetch, from the log line to the store. A run that ends before the reports are kept counts as ended by them.
    func fetchAndKeep(_ batch: [Coordinate]) async -> FetchOutcome {
        await store.fetching { await fetchAndKeepNow(batch) }
    }

    private func fetchAndKeepNow(_ batch: [Coordinate]) async -> FetchOutcome {
        var reports: [Content] = []
        var failures: [Coordinate: FetchFailure] = [:]
        for (coordinate, result) in zip(batch, await fetch(batch)) {
            switch result {
            case .success(let report): reports.append(report)
            case .failure(let failure): failures[coordinate] = failure
            }
        }
        // What was given up has failed for no reason of its own.
        let isAbandoned = Task.isCancelled
        if !reports.isEmpty {
            log.tell(of: reports)
            await store.keep(reports, as: part, at: now())
        }
        if isAbandoned, !failures.isEmpty { return .abandoned(Set(failures.keys)) }
        if !failures.isEmpty { note(failures) }
        return .ended(failures: failures)
    }

    func note(_ failures: [Coordinate: FetchFailure]) {
        log.tell(of: failures, known: store.snapshot.weather.compactMapValues { $0[keyPath: part].failure })
        store.note(failures, of: part, at: now())
    }
}

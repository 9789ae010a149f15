public import Keeping
public import ServiceLifecycle
public import Weather

/// The loop that keeps one kind of reports fresh: it waits for a trigger or a deadline, asks its plan, and fetches.
public struct Refresher<C: Clock, Content: ProviderReport & Hashable>: Service where C.Duration == Duration {
    public typealias Fetch = @Sendable ([Coordinate]) async -> [Result<Content, FetchFailure>]

    private let store: Store
    private let part: any PlaceWeather.Part<Content>
    private let scope: RefreshScope
    private let clock: C
    private let now: @Sendable () -> UnixTime
    private let chance: @Sendable () -> Double
    private let fetch: Fetch
    private let log: RefreshLog
    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private let policy: @Sendable () -> RefreshPolicy

    private enum Event: Sendable {
        case trigger(Trigger)
        case alarm(C.Instant)
        case finished([Coordinate], failures: [Coordinate: FetchFailure])
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
    ///   - fetch: brings the report of each place, in the order of the places, from wherever forecasts come from; they
    ///     are no more than `ProviderLimits.batch` of the policy.
    public init(
        store: Store, part: any PlaceWeather.Part<Content>, scope: RefreshScope,
        policy: @escaping @Sendable () -> RefreshPolicy, clock: C,
        now: @escaping @Sendable () -> UnixTime,
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }, log: RefreshLog, fetch: @escaping Fetch
    ) {
        self.store = store
        self.part = part
        self.scope = scope
        self.policy = policy
        self.clock = clock
        self.now = now
        self.chance = chance
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
            loop.begin(in: &group)
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
    /// The state of one run, touched by its task alone.
    private struct Loop {
        let refresher: Refresher
        var plan: RefreshPlan<C.Instant>
        var waiters: [Coordinate: [CheckedContinuation<RefreshAnswer, Never>]] = [:]
        /// The moment that the earliest alarm is set to.
        var alarm: C.Instant?

        init(refresher: Refresher) {
            self.refresher = refresher
            plan = RefreshPlan(policy: refresher.policy())
        }

        mutating func handle(_ event: Event, in group: inout DiscardingTaskGroup) {
            let instant = refresher.clock.now
            switch event {
            case .trigger(.asked(let coordinate)):
                update()
                plan.want(coordinate.rounded, at: instant, jitter: refresher.chance())
            case .trigger(.changed):
                plan.adopt(refresher.policy(), at: instant, jitter: refresher.chance())
                update()
            case .trigger(.returned):
                plan.retry(at: instant)
                update()
            case .trigger(.reloaded):
                plan.adopt(refresher.policy(), at: instant, jitter: refresher.chance())
                plan.forgive(at: instant)
                update()
            case .alarm(let set):
                // One that was overtaken by an earlier one rings in vain.
                if set == alarm { alarm = nil }
            case .finished(let batch, let failures):
                // With the report came a promise, which the next fetch has to keep to.
                update()
                finish(batch, failures: failures)
            case .demand(let coordinate, let wait, let answer):
                update()
                demand(coordinate, wait: wait, answer)
            case .ping(let pong):
                pong.resume()
            }
            act(in: &group)
        }

        mutating func begin(in group: inout DiscardingTaskGroup) {
            update()
            act(in: &group)
        }

        /// Brings the plan in line with the places that are kept now.
        private mutating func update() {
            let snapshot = refresher.store.snapshot
            let now = refresher.now()
            var ages: [Coordinate: Duration?] = [:]
            var promises: [Coordinate: Duration] = [:]
            for (coordinate, weather) in snapshot.weather {
                let report = weather[keyPath: refresher.part].content
                // A report from the future tells that the clock was turned back. Its age is not known; it counts as old.
                let isAhead = report?.isAhead(of: now) ?? false
                ages[coordinate] = .some(report.map { isAhead ? .seconds(86_400) : .seconds($0.age(at: now)) })
                let counts = plan.policy.preferred.map { $0 == report?.provider.id } ?? true
                if !isAhead, counts, let expires = report?.promise?.expires, expires > now {
                    promises[coordinate] = .seconds(expires.seconds(since: now))
                }
            }
            let places = snapshot.places.map(\.coordinate.rounded)
            let current = snapshot.place?.coordinate.rounded
            plan.update(
                current: refresher.scope == .asked ? nil : current,
                favourites: refresher.scope == .all ? (current == nil ? places : Array(places.dropFirst())) : [],
                places: ages, promises: promises, at: refresher.clock.now,
                hour: refresher.clock.now.advanced(by: .seconds(3600 - now.seconds % 3600)),
                jitter: refresher.chance())
        }

        /// Begins what is due, tells the store what is planned, and sets the alarm.
        private mutating func act(in group: inout DiscardingTaskGroup) {
            let instant = refresher.clock.now
            for batch in plan.begin(at: instant) {
                group.addTask { [refresher] in await refresher.fetchAndKeep(batch) }
            }
            let now = refresher.now()
            var times: [Coordinate: UnixTime] = [:]
            for coordinate in refresher.store.snapshot.weather.keys {
                times[coordinate] = plan.due(coordinate).map {
                    now.advanced(by: Int(instant.duration(to: $0).components.seconds))
                }
            }
            refresher.store.plan(times, of: refresher.part)
            guard let due = plan.nextDue, alarm.map({ due < $0 }) ?? true else { return }
            alarm = due
            group.addTask { [refresher] in
                guard (try? await refresher.clock.sleep(until: due, tolerance: nil)) != nil else { return }
                refresher.continuation.yield(.alarm(due))
            }
        }

        private mutating func demand(
            _ coordinate: Coordinate, wait: Bool, _ answer: CheckedContinuation<RefreshAnswer, Never>
        ) {
            let instant = refresher.clock.now
            switch plan.demand(coordinate, at: instant) {
            case .underWay where wait: waiters[coordinate, default: []].append(answer)
            case .underWay: answer.resume(returning: .begun)
            case .tooSoon(let earliest):
                let seconds = instant.duration(to: earliest).components.seconds
                answer.resume(returning: .tooSoon(refresher.now().advanced(by: Int(seconds) + 1)))
            case .unknownPlace: answer.resume(returning: .full)
            }
        }

        private mutating func finish(_ batch: [Coordinate], failures: [Coordinate: FetchFailure]) {
            // What the new reports promise decides when to fetch again.
            update()
            plan.finish(batch, failures: failures, at: refresher.clock.now, jitter: refresher.chance())
            for coordinate in batch {
                for waiter in waiters.removeValue(forKey: coordinate) ?? [] {
                    waiter.resume(returning: failures[coordinate].map { .failed($0) } ?? .done)
                }
            }
        }

        /// Answers those who wait, and those whose events nobody has handled.
        mutating func abandonWaiters() async {
            refresher.continuation.finish()
            for waiter in waiters.values.joined() { waiter.resume(returning: .stopping) }
            for await event in refresher.events {
                switch event {
                case .demand(_, _, let answer): answer.resume(returning: .stopping)
                case .ping(let pong): pong.resume()
                case .trigger, .alarm, .finished: break
                }
            }
        }
    }

    /// One fetch, from the log line to the store.
    private func fetchAndKeep(_ batch: [Coordinate]) async {
        var reports: [Content] = []
        var failures: [Coordinate: FetchFailure] = [:]
        for (coordinate, result) in zip(batch, await fetch(batch)) {
            switch result {
            case .success(let report): reports.append(report)
            case .failure(let failure): failures[coordinate] = failure
            }
        }
        if !reports.isEmpty {
            log.tell(of: reports)
            await store.keep(reports, as: part, at: now())
        }
        if !failures.isEmpty {
            guard !Task.isCancelled else { return }
            log.tell(of: failures, known: store.snapshot.weather.compactMapValues { $0[keyPath: part].failure })
            store.note(failures, of: part, at: now())
        }
        continuation.yield(.finished(batch, failures: failures))
    }
}

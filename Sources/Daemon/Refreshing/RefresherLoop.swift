import Platform
import Store
import Weather

extension Refresher {
    /// The state of one run, used only by its task.
    struct Loop {
        let refresher: Refresher
        var plan: RefreshPlan<C.Instant>
        var waiters: [Coordinate: [CheckedContinuation<RefreshAnswer, Never>]] = [:]
        var alarm = Alarm<C>()
        var running: [Int: RunningFetch] = [:]
        var lastFetch = 0
        /// The failure of places that become due during a pause; nil for none.
        var pauseReason: FetchFailure?

        init(refresher: Refresher) {
            self.refresher = refresher
            plan = RefreshPlan(policy: refresher.policy())
        }

        mutating func handle(_ event: Event, in group: inout DiscardingTaskGroup) {
            let instant = refresher.clock.now
            switch event {
            case .trigger(.requested(let coordinate)):
                update()
                plan.request(coordinate.rounded, at: instant, jitter: refresher.chance())
                hurry(coordinate.rounded)
            case .trigger(.refreshed(let coordinate)):
                update()
                _ = plan.refresh(coordinate.rounded, at: instant)
                hurry(coordinate.rounded)
            case .trigger(.changed):
                plan.adopt(refresher.policy(), at: instant, jitter: refresher.chance())
                update()
            case .trigger(.returned):
                plan.retry(at: instant)
                update()
            case .trigger(.held(let reason)):
                update()
                plan.hold()
                pauseReason = reason
                // Others get their reply when the running fetch has ended.
                for coordinate in waiters.keys where !plan.isUnderWay(coordinate) {
                    answer(coordinate, with: pauseAnswer)
                }
                cancel()
            case .trigger(.released):
                update()
                plan.release(at: instant, jitter: refresher.chance())
                cancel()
            case .trigger(.improved):
                plan.adopt(refresher.policy(), at: instant, jitter: refresher.chance())
                update()
                if !plan.isHeld { plan.release(at: instant, jitter: refresher.chance()) }
            case .trigger(.clockSet):
                plan.followClock(ages: ages(), at: instant, jitter: refresher.chance())
                update()
            case .trigger(.reloaded):
                plan.adopt(refresher.policy(), at: instant, jitter: refresher.chance())
                plan.resetBackoff(at: instant)
                update()
            case .alarm(let set):
                // The deadline may have been moved in the meantime.
                if set == alarm.due { alarm.clear() }
                // The machine was suspended, perhaps together with others.
                if !plan.isHeld, set.advanced(by: RefreshPolicy.slept) < instant {
                    plan.release(at: instant, jitter: refresher.chance())
                }
            case .finished(let batch, let outcome, let fetch):
                running[fetch] = nil
                finish(batch, outcome)
            case .refresh(let coordinate, let wait, let answer):
                update()
                refresh(coordinate, wait: wait, answer)
            case .ping(let pong):
                pong.resume()
            }
            act(in: &group)
        }

        mutating func begin(in group: inout DiscardingTaskGroup) {
            update()
            noteWaits()
            act(in: &group)
        }

        /// The age of each place's report; nil without a report. A report from the future, or from a clock that proved wrong,
        /// counts as old.
        private func ages() -> [Coordinate: Duration?] {
            let weather = refresher.store.snapshot.weather
            let now = refresher.now()
            return weather.mapValues { weather in
                weather[keyPath: refresher.part].content.map {
                    $0.isAhead(of: now) || $0.isDoubtful ? .seconds(86_400) : .seconds($0.age(at: now))
                }
            }
        }

        /// Synchronizes the plan with the places in use.
        private mutating func update() {
            let snapshot = refresher.store.snapshot
            let now = refresher.now()
            var lifetimes: [Coordinate: Duration] = [:]
            for (coordinate, weather) in snapshot.weather {
                let report = weather[keyPath: refresher.part].content
                let counts = plan.policy.preferred.map { $0 == report?.provider.id } ?? true
                if counts, let expiry = report?.expiry(at: now), expiry > now {
                    lifetimes[coordinate] = .seconds(expiry.seconds(since: now))
                }
            }
            let places = snapshot.places.map(\.coordinate.rounded)
            let current = snapshot.place?.coordinate.rounded
            let scope = refresher.scope()
            let waits = refresher.waits(Array(snapshot.weather.keys)).mapValues { Duration.seconds($0.seconds) }
            plan.update(
                current: scope == .onRequest ? nil : current,
                favourites: scope == .all ? (current == nil ? places : Array(places.dropFirst())) : [],
                places: ages(), lifetimes: lifetimes, waits: waits, at: refresher.clock.now,
                hour: refresher.clock.now.advanced(by: .seconds(3600 - now.seconds % 3600)),
                jitter: refresher.chance())
        }

        /// Stores why places cannot be fetched yet after a restart.
        private func noteWaits() {
            let weather = refresher.store.snapshot.weather
            let waits = refresher.waits(Array(weather.keys)).mapValues(\.failure)
            if !waits.isEmpty { refresher.note(waits) }
        }

        /// Starts due fetches, stores the schedule, and sets the timer.
        private mutating func act(in group: inout DiscardingTaskGroup) {
            let instant = refresher.clock.now
            for batch in plan.begin(at: instant) { begin(batch, in: &group) }
            reportOverdue(at: instant)
            let now = refresher.now()
            var times: [Coordinate: UnixTime] = [:]
            for coordinate in refresher.store.snapshot.weather.keys {
                times[coordinate] = plan.due(coordinate).map {
                    now.advanced(by: Int(instant.duration(to: $0).components.seconds))
                }
            }
            refresher.store.plan(times, of: refresher.part)
            refresher.store.suspectConnection(for: plan.suspects, of: refresher.part)
            alarm.set(plan.nextDue, on: refresher.clock, in: &group) { [refresher] in
                refresher.continuation.yield(.alarm($0))
            }
        }

        private mutating func begin(_ batch: [Coordinate], in group: inout DiscardingTaskGroup) {
            lastFetch += 1
            let (fetch, key) = (RunningFetch(), lastFetch)
            running[key] = fetch
            let isUrgent = batch.contains(where: plan.isAwaited)
            group.addTask { [refresher] in
                await fetch.run {
                    let outcome = await refresher.fetchAndKeep(batch, isUrgent: isUrgent)
                    refresher.continuation.yield(.finished(batch, outcome, fetch: key))
                }
            }
        }

        /// A fetch that began without a client, and may still queue, becomes urgent when a client waits for it.
        private func hurry(_ coordinate: Coordinate) {
            if plan.isUnderWay(coordinate), plan.isAwaited(coordinate) { refresher.hurry(coordinate) }
        }

        /// Cancels running fetches, whose answers cannot arrive.
        private func cancel() {
            for fetch in running.values { fetch.cancel() }
        }

        /// Stores why overdue places were not fetched.
        private func reportOverdue(at instant: C.Instant) {
            guard let pauseReason, plan.isHeld else { return }
            let weather = refresher.store.snapshot.weather
            let overdue = plan.overdue(at: instant).filter {
                weather[$0].map { $0[keyPath: refresher.part].failure != pauseReason } ?? false
            }
            if !overdue.isEmpty { refresher.note(Dictionary(uniqueKeysWithValues: overdue.map { ($0, pauseReason) })) }
        }

        private mutating func refresh(
            _ coordinate: Coordinate, wait: Bool, _ answer: CheckedContinuation<RefreshAnswer, Never>
        ) {
            let instant = refresher.clock.now
            switch plan.refresh(coordinate, at: instant) {
            case .underWay where plan.isHeld: answer.resume(returning: pauseAnswer)
            case .underWay where wait: waiters[coordinate, default: []].append(answer)
            case .underWay: answer.resume(returning: .begun)
            case .tooSoon(let earliest):
                let seconds = instant.duration(to: earliest).components.seconds
                answer.resume(returning: .tooSoon(refresher.now().advanced(by: Int(seconds) + 1)))
            case .unknownPlace: answer.resume(returning: .full)
            }
            hurry(coordinate)
        }

        private mutating func finish(_ batch: [Coordinate], _ outcome: FetchOutcome) {
            // The freshness of new reports determines the next fetch.
            update()
            let (instant, jitter) = (refresher.clock.now, refresher.chance())
            var answers: [Coordinate: RefreshAnswer] = [:]
            switch outcome {
            case .ended(let failures):
                plan.finish(batch, failures: failures, at: instant, jitter: jitter)
                for coordinate in batch { answers[coordinate] = failures[coordinate].map { .failed($0) } ?? .done }
            case .abandoned(let unanswered):
                plan.abandon(batch, unanswered: unanswered, at: instant, jitter: jitter)
                for coordinate in batch where !unanswered.contains(coordinate) { answers[coordinate] = .done }
                // With another route, the fetch restarts and clients keep waiting.
                guard plan.isHeld else { break }
                for coordinate in unanswered { answers[coordinate] = pauseAnswer }
            }
            // Its content may change how often it is fetched.
            plan.adopt(refresher.policy(), at: instant, jitter: jitter)
            refetchDoubtful(batch.filter { answers[$0] == .done }, at: instant)
            for (coordinate, answer) in answers { self.answer(coordinate, with: answer) }
        }

        /// Fetches again reports that a clock step during the fetch made doubtful.
        private mutating func refetchDoubtful(_ batch: [Coordinate], at instant: C.Instant) {
            let weather = refresher.store.snapshot.weather
            let doubtful = batch.filter { weather[$0]?[keyPath: refresher.part].content?.isDoubtful ?? false }
            guard !doubtful.isEmpty else { return }
            let ages = ages().filter { doubtful.contains($0.key) }
            plan.followClock(ages: ages, at: instant, jitter: refresher.chance())
        }

        /// The reply to waiting clients during a pause.
        private var pauseAnswer: RefreshAnswer { .failed(pauseReason ?? .noNetwork) }

        private mutating func answer(_ coordinate: Coordinate, with answer: RefreshAnswer) {
            for waiter in waiters.removeValue(forKey: coordinate) ?? [] { waiter.resume(returning: answer) }
        }

        /// Replies to waiting clients, and to those whose requests were not handled.
        mutating func abandonWaiters() async {
            refresher.continuation.finish()
            for waiter in waiters.values.joined() { waiter.resume(returning: .stopping) }
            for await event in refresher.events {
                switch event {
                case .refresh(_, _, let answer): answer.resume(returning: .stopping)
                case .ping(let pong): pong.resume()
                case .trigger, .alarm, .finished: break
                }
            }
        }
    }
}

/// A fetch that can be cancelled.
struct RunningFetch {
    private let given: AsyncStream<Never>
    private let end: AsyncStream<Never>.Continuation

    init() {
        (given, end) = AsyncStream.makeStream()
    }

    /// Cancels the body of `run`.
    func cancel() {
        end.finish()
    }

    /// Returns when `body` does; cancelling the fetch cancels its task.
    func run(_ body: @escaping @Sendable () async -> Void) async {
        await untilStopped(given, body)
    }
}

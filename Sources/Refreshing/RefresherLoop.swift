import Keeping
import Weather

extension Refresher {
    /// The state of one run, touched by its task alone.
    struct Loop {
        let refresher: Refresher
        var plan: RefreshPlan<C.Instant>
        var waiters: [Coordinate: [CheckedContinuation<RefreshAnswer, Never>]] = [:]
        /// The moment that the earliest alarm is set to.
        var alarm: C.Instant?
        var running: [Int: RunningFetch] = [:]
        var lastFetch = 0
        /// What is told of places that are due while nothing can be fetched; nil for nothing.
        var reasonOfHold: FetchFailure?

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
            case .trigger(.held(let reason)):
                update()
                plan.hold()
                reasonOfHold = reason
                // The others are answered when what is under way has ended.
                for coordinate in waiters.keys where !plan.isUnderWay(coordinate) {
                    answer(coordinate, with: answerOfHold)
                }
                giveUp()
            case .trigger(.released):
                update()
                plan.release(at: instant, jitter: refresher.chance())
                giveUp()
            case .trigger(.eased):
                plan.adopt(refresher.policy(), at: instant, jitter: refresher.chance())
                update()
                if !plan.isHeld { plan.release(at: instant, jitter: refresher.chance()) }
            case .trigger(.reloaded):
                plan.adopt(refresher.policy(), at: instant, jitter: refresher.chance())
                plan.forgive(at: instant)
                update()
            case .alarm(let set):
                // One that was overtaken by an earlier one rings in vain.
                if set == alarm { alarm = nil }
                // The machine has slept, and so may have others beside it.
                if !plan.isHeld, set.advanced(by: RefreshPolicy.slept) < instant {
                    plan.release(at: instant, jitter: refresher.chance())
                }
            case .finished(let batch, let outcome, let fetch):
                running[fetch] = nil
                finish(batch, outcome)
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
            for batch in plan.begin(at: instant) { begin(batch, in: &group) }
            tellOverdue(at: instant)
            let now = refresher.now()
            var times: [Coordinate: UnixTime] = [:]
            for coordinate in refresher.store.snapshot.weather.keys {
                times[coordinate] = plan.due(coordinate).map {
                    now.advanced(by: Int(instant.duration(to: $0).components.seconds))
                }
            }
            refresher.store.plan(times, of: refresher.part)
            refresher.store.doubtWay(for: plan.doubtful, of: refresher.part)
            guard let due = plan.nextDue, alarm.map({ due < $0 }) ?? true else { return }
            alarm = due
            group.addTask { [refresher] in
                guard (try? await refresher.clock.sleep(until: due, tolerance: nil)) != nil else { return }
                refresher.continuation.yield(.alarm(due))
            }
        }

        private mutating func begin(_ batch: [Coordinate], in group: inout DiscardingTaskGroup) {
            lastFetch += 1
            let (fetch, key) = (RunningFetch(), lastFetch)
            running[key] = fetch
            group.addTask { [refresher] in
                await fetch.run {
                    let outcome = await refresher.fetchAndKeep(batch)
                    refresher.continuation.yield(.finished(batch, outcome, fetch: key))
                }
            }
        }

        /// Ends what is under way, which would be waited for in vain.
        private func giveUp() {
            for fetch in running.values { fetch.giveUp() }
        }

        /// Tells of those that would have been fetched by now why they are not.
        private func tellOverdue(at instant: C.Instant) {
            guard let reasonOfHold, plan.isHeld else { return }
            let weather = refresher.store.snapshot.weather
            let overdue = plan.overdue(at: instant).filter {
                weather[$0].map { $0[keyPath: refresher.part].failure != reasonOfHold } ?? false
            }
            if !overdue.isEmpty { refresher.note(Dictionary(uniqueKeysWithValues: overdue.map { ($0, reasonOfHold) })) }
        }

        private mutating func demand(
            _ coordinate: Coordinate, wait: Bool, _ answer: CheckedContinuation<RefreshAnswer, Never>
        ) {
            let instant = refresher.clock.now
            switch plan.demand(coordinate, at: instant) {
            case .underWay where plan.isHeld: answer.resume(returning: answerOfHold)
            case .underWay where wait: waiters[coordinate, default: []].append(answer)
            case .underWay: answer.resume(returning: .begun)
            case .tooSoon(let earliest):
                let seconds = instant.duration(to: earliest).components.seconds
                answer.resume(returning: .tooSoon(refresher.now().advanced(by: Int(seconds) + 1)))
            case .unknownPlace: answer.resume(returning: .full)
            }
        }

        private mutating func finish(_ batch: [Coordinate], _ outcome: FetchOutcome) {
            // What the new reports promise decides when to fetch again.
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
                // By another way it is begun anew, and so goes on for whoever waits.
                guard plan.isHeld else { break }
                for coordinate in unanswered { answers[coordinate] = answerOfHold }
            }
            for (coordinate, answer) in answers { self.answer(coordinate, with: answer) }
        }

        /// What those are told who wait while nothing can be fetched.
        private var answerOfHold: RefreshAnswer { .failed(reasonOfHold ?? .noNetwork) }

        private mutating func answer(_ coordinate: Coordinate, with answer: RefreshAnswer) {
            for waiter in waiters.removeValue(forKey: coordinate) ?? [] { waiter.resume(returning: answer) }
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
}

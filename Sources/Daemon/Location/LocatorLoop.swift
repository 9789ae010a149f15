import Logging
import Platform
import Weather

extension Locator {
    /// Finishing it stops the search that it was created for.
    typealias Stop = AsyncStream<Never>.Continuation

    /// The state of one run, used only by its task.
    struct Loop {
        let locator: Locator
        var policy: LocationPolicy<C.Instant>
        var running: [LocationSource: (search: Int, stop: Stop)] = [:]
        var lastSearch = 0
        var alarm = Alarm<C>()
        var reported: [LocationSource: LocationFailure] = [:]
        var address: String

        init(locator: Locator) {
            self.locator = locator
            address = locator.address()
            policy = LocationPolicy(
                sources: locator.sources, kept: locator.initial, current: locator.current,
                failed: locator.lastFailure, isActive: locator.isActive, at: locator.clock.now, now: locator.now())
            policy.setNetwork(locator.hasNetwork, isElsewhere: false, at: locator.clock.now, delay: .zero)
        }

        mutating func handle(_ event: Event, in group: inout DiscardingTaskGroup) async {
            let instant = locator.clock.now
            let now = locator.now()
            switch event {
            case .finding(let source, let finding, let search):
                // A stopped search may have reported in the meantime.
                guard running[source]?.search == search else { return }
                switch finding {
                case .fix(let fix): policy.receive(fix, at: instant, now: now)
                case .failure(let failure): policy.fail(source, failure, at: instant, now: now)
                case .recovered: policy.recover(source, at: instant)
                }
            case .ended(let source, let search):
                guard running[source]?.search == search else { return }
                running[source] = nil
                policy.finish(source, at: instant, now: now)
            case .alarm(let due):
                guard alarm.due == due else { return }
                alarm.clear()
            case .weatherRequested:
                locator.pendingRequest.take()
                policy.ask(at: instant, now: now)
            case .clockSet(let step):
                policy.followClock(by: step, at: instant, now: now)
            case .activated(let isActive):
                policy.setActive(isActive)
            case .reconfigured(let sources):
                policy.adopt(sources, isOtherService: locator.address() != address, at: instant)
                address = locator.address()
            case .network(let hasNetwork, let isElsewhere, let delay):
                policy.setNetwork(hasNetwork, isElsewhere: isElsewhere, at: instant, delay: delay)
            }
            await act(in: &group)
        }

        /// Takes due steps, reports changes, and sets the timer.
        mutating func act(in group: inout DiscardingTaskGroup) async {
            let instant = locator.clock.now
            let now = locator.now()
            for step in policy.steps(at: instant, now: now) {
                switch step {
                case .begin(let source): begin(source, in: &group)
                case .stop(let source): running.removeValue(forKey: source)?.stop.finish()
                }
            }
            let former = policy.current
            if let fix = policy.decide(at: instant, now: now) {
                locator.log(fix, former: former)
                await locator.found(fix, policy.fixes)
            }
            reportFailures()
            alarm.set(policy.nextDue(at: instant, now: now), on: locator.clock, in: &group) { [locator] in
                locator.continuation.yield(.alarm($0))
            }
        }

        private mutating func begin(_ source: LocationSource, in group: inout DiscardingTaskGroup) {
            lastSearch += 1
            let (stopped, stop) = AsyncStream.makeStream(of: Never.self)
            running[source] = (lastSearch, stop)
            group.addTask { [locator, search = lastSearch] in
                await untilStopped(stopped) {
                    if let look = locator.searches[source] {
                        await look { locator.continuation.yield(.finding(source, $0, search: search)) }
                    } else {
                        locator.continuation.yield(.finding(source, .failure(.notInstalled), search: search))
                    }
                }
                locator.continuation.yield(.ended(source, search: search))
            }
        }

        private mutating func reportFailures() {
            let failures = policy.failures
            guard failures != reported else { return }
            for source in LocationSource.allCases {
                guard let failure = failures[source], reported[source] != failure else { continue }
                // Logs a repeated failure only at debug level, so that a night offline does not fill the log.
                locator.logger.log(
                    level: reported[source] == nil ? .warning : .debug,
                    "no location from \(source.rawValue): \(locator.sentence(source, failure))",
                    metadata: ["source": "\(source.rawValue)", "error": "\(failure)"])
            }
            reported = failures
            locator.failed(failures)
        }
    }
}

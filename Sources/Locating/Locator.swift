public import Logging
public import ServiceLifecycle
public import Weather

/// The loop that keeps knowing where the machine is: it waits for a source's word, a wish or a deadline, and asks its
/// policy what follows.
public struct Locator<C: Clock>: Service where C.Duration == Duration {
    /// Looks for the machine, and tells what it finds. It returns when it has nothing more to tell, and when the task is
    /// cancelled.
    public typealias Search = @Sendable (_ report: @escaping @Sendable (LocationFinding) -> Void) async -> Void
    /// Takes what is believed, and the last fix of each source, which is to be kept.
    public typealias Found = @Sendable (_ believed: Fix, _ fixes: [LocationSource: Fix]) async -> Void
    /// Takes the failures in force.
    public typealias Failed = @Sendable ([LocationSource: LocationFailure]) -> Void

    private let sources: [LocationSource]
    private let initial: [LocationSource: Fix]
    private let believed: Fix?
    private let isActive: Bool
    private let hasNetwork: Bool
    private let searches: [LocationSource: Search]
    private let clock: C
    private let now: @Sendable () -> UnixTime
    private let logger: Logger
    private let sentence: @Sendable (LocationSource, LocationFailure) -> String
    private let found: Found
    private let failed: Failed
    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    private enum Event: Sendable {
        case finding(LocationSource, LocationFinding, search: Int)
        case ended(LocationSource, search: Int)
        case alarm(C.Instant)
        case asked
        case activated(Bool)
        case reconfigured([LocationSource])
        case network(Bool, isElsewhere: Bool, delay: Duration)
    }

    /// - Parameters:
    ///   - sources: in the order in which they are asked.
    ///   - initial: the last fixes, from before the start.
    ///   - believed: what `found` was last told was believed, from before the start.
    ///   - isActive: whether the location is wanted from the start.
    ///   - hasNetwork: whether there is a way to the service that knows addresses, at the start.
    ///   - searches: how each source is asked. One without is as one that is not installed.
    ///   - clock: the deadlines' clock. It should go on during sleep.
    ///   - now: the wall clock.
    ///   - sentence: a failure in words, for the log.
    ///   - found: called when the machine is believed to be elsewhere, when another source says where it is, and when
    ///     the place is confirmed after an hour or more. Its coordinate stays as it is while the machine has not moved.
    ///   - failed: called when another failure is in force, or one no longer.
    public init(
        sources: [LocationSource], initial: [LocationSource: Fix] = [:], believed: Fix? = nil, isActive: Bool = true,
        hasNetwork: Bool = true, searches: [LocationSource: Search], clock: C, now: @escaping @Sendable () -> UnixTime,
        logger: Logger,
        sentence: @escaping @Sendable (LocationSource, LocationFailure) -> String, found: @escaping Found,
        failed: @escaping Failed
    ) {
        self.sources = sources
        self.initial = initial
        self.believed = believed
        self.isActive = isActive
        self.hasNetwork = hasNetwork
        self.searches = searches
        self.clock = clock
        self.now = now
        self.logger = logger
        self.sentence = sentence
        self.found = found
        self.failed = failed
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Locates until it is told to end, and ends with nothing under way. It can be run once.
    public func run() async {
        await cancelWhenGracefulShutdown { await locate() }
    }

    private func locate() async {
        await withDiscardingTaskGroup { group in
            var loop = Loop(locator: self)
            await loop.act(in: &group)
            for await event in events { await loop.handle(event, in: &group) }
            group.cancelAll()
        }
    }

    /// The user has looked at the weather: sources that failed are asked again in the background, once a minute at most.
    public func ask() {
        continuation.yield(.asked)
    }

    /// - Parameter isActive: whether the location is wanted. When it is not, nothing is asked and nothing wakes up.
    public func setActive(_ isActive: Bool) {
        continuation.yield(.activated(isActive))
    }

    /// There is a way to the service that knows addresses, or none any more.
    ///
    /// - Parameters:
    ///   - isElsewhere: whether the machine may be at another address than before.
    ///   - delay: before the service is asked.
    public func setNetwork(_ hasNetwork: Bool, isElsewhere: Bool = false, delay: Duration = .zero) {
        continuation.yield(.network(hasNetwork, isElsewhere: isElsewhere, delay: delay))
    }

    /// Takes over an order that the configuration was changed to, and asks again what failed.
    public func reconfigure(_ sources: [LocationSource]) {
        continuation.yield(.reconfigured(sources))
    }
}

extension Locator {
    /// Ends what it was handed out for.
    private typealias Stop = AsyncStream<Never>.Continuation

    /// The state of one run, touched by its task alone.
    private struct Loop {
        let locator: Locator
        var policy: LocationPolicy<C.Instant>
        var running: [LocationSource: (search: Int, stop: Stop)] = [:]
        var lastSearch = 0
        var alarm: (due: C.Instant, stop: Stop)?
        var told: [LocationSource: LocationFailure] = [:]

        init(locator: Locator) {
            self.locator = locator
            policy = LocationPolicy(
                sources: locator.sources, kept: locator.initial, believed: locator.believed,
                isActive: locator.isActive, at: locator.clock.now, now: locator.now())
            policy.setNetwork(locator.hasNetwork, isElsewhere: false, at: locator.clock.now, delay: .zero)
        }

        mutating func handle(_ event: Event, in group: inout DiscardingTaskGroup) async {
            let instant = locator.clock.now
            let now = locator.now()
            switch event {
            case .finding(let source, let finding, let search):
                // One that was stopped may have spoken in the meantime.
                guard running[source]?.search == search else { return }
                switch finding {
                case .fix(let fix): policy.receive(fix, at: instant, now: now)
                case .failure(let failure): policy.fail(source, failure, at: instant, now: now)
                case .returned: policy.return(source, at: instant)
                }
            case .ended(let source, let search):
                guard running[source]?.search == search else { return }
                running[source] = nil
                policy.finish(source, at: instant, now: now)
            case .alarm(let due):
                guard alarm?.due == due else { return }
                alarm = nil
            case .asked:
                policy.ask(at: instant, now: now)
            case .activated(let isActive):
                policy.setActive(isActive)
            case .reconfigured(let sources):
                policy.adopt(sources, at: instant)
            case .network(let hasNetwork, let isElsewhere, let delay):
                policy.setNetwork(hasNetwork, isElsewhere: isElsewhere, at: instant, delay: delay)
            }
            await act(in: &group)
        }

        /// Does what is due, tells what is new, and sets the alarm.
        mutating func act(in group: inout DiscardingTaskGroup) async {
            let instant = locator.clock.now
            let now = locator.now()
            for step in policy.steps(at: instant, now: now) {
                switch step {
                case .begin(let source): begin(source, in: &group)
                case .stop(let source): running.removeValue(forKey: source)?.stop.finish()
                }
            }
            let former = policy.believed
            if let fix = policy.decide(now: now) {
                locator.log(fix, former: former)
                await locator.found(fix, policy.fixes)
            }
            tellFailures()
            setAlarm(policy.nextDue(at: instant, now: now), in: &group)
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

        private mutating func tellFailures() {
            let failures = policy.failures
            guard failures != told else { return }
            for (source, failure) in failures where told[source] != failure {
                // A night without network would else fill the log with one and the same line.
                locator.logger.log(
                    level: told[source] == nil ? .warning : .debug,
                    "no location from \(source.rawValue): \(locator.sentence(source, failure))",
                    metadata: ["source": "\(source.rawValue)", "error": "\(failure)"])
            }
            told = failures
            locator.failed(failures)
        }

        private mutating func setAlarm(_ due: C.Instant?, in group: inout DiscardingTaskGroup) {
            guard due != alarm?.due else { return }
            alarm?.stop.finish()
            alarm = nil
            guard let due else { return }
            let (stopped, stop) = AsyncStream.makeStream(of: Never.self)
            alarm = (due, stop)
            group.addTask { [locator] in
                await untilStopped(stopped) {
                    guard (try? await locator.clock.sleep(until: due, tolerance: nil)) != nil else { return }
                    locator.continuation.yield(.alarm(due))
                }
            }
        }
    }

    private func log(_ fix: Fix, former: Fix?) {
        let isMove = former.map { $0.coordinate != fix.coordinate } ?? true
        guard isMove || former?.source != fix.source else { return }
        let distance = former.map { Int(($0.coordinate.distance(to: fix.coordinate) / 1000).rounded()) }
        logger.info(
            "the location is \(fix.coordinate.rounded.latitude), \(fix.coordinate.rounded.longitude), by \(fix.source.rawValue)\(distance.map { ", \($0) km from the last" } ?? "")",
            metadata: ["source": "\(fix.source.rawValue)"])
    }
}

/// Does something until it has been done or is stopped.
private func untilStopped(_ stopped: AsyncStream<Never>, _ body: @escaping @Sendable () async -> Void) async {
    await withTaskGroup { group in
        group.addTask { await body() }
        group.addTask { for await _ in stopped {} }
        await group.next()
        group.cancelAll()
    }
}

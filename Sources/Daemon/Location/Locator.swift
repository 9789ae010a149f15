public import Logging
public import Platform
import Synchronization
public import Weather

/// Keeps the machine located: waits for events and deadlines, and executes the steps of its policy.
public struct Locator<C: Clock>: BackgroundService where C.Duration == Duration {
    /// Searches for the machine and reports findings. Returns when there is nothing more to report, and when the task
    /// is cancelled.
    public typealias Search = @Sendable (_ report: @escaping @Sendable (LocationFinding) -> Void) async -> Void
    /// Receives the location, and the last fix of each source to be stored.
    public typealias Found = @Sendable (_ current: LocationFix, _ fixes: [LocationSource: LocationFix]) async -> Void
    /// Receives the current failures.
    public typealias Failed = @Sendable ([LocationSource: LocationFailure]) -> Void

    let sources: [LocationSource]
    let initial: [LocationSource: LocationFix]
    let current: LocationFix?
    let lastFailure: (failure: LocationFailure, rest: Duration)?
    let address: @Sendable () -> String
    let isActive: Bool
    let hasNetwork: Bool
    let searches: [LocationSource: Search]
    let clock: C
    let now: @Sendable () -> UnixTime
    let logger: Logger
    let sentence: @Sendable (LocationSource, LocationFailure) -> String
    let found: Found
    let failed: Failed
    let events: AsyncStream<Event>
    let continuation: AsyncStream<Event>.Continuation
    let pendingRequest = PendingRequest()

    enum Event: Sendable {
        case finding(LocationSource, LocationFinding, search: Int)
        case ended(LocationSource, search: Int)
        case alarm(C.Instant)
        case weatherRequested
        case clockSet(Int)
        case activated(Bool)
        case reconfigured([LocationSource])
        case network(Bool, isElsewhere: Bool, delay: Duration)
    }

    /// - Parameters:
    ///   - sources: the sources in order of preference.
    ///   - initial: the last fixes of an earlier run.
    ///   - current: the location that `found` last received in an earlier run.
    ///   - lastFailure: why the IP location service failed in an earlier run, and how long it gets no request.
    ///   - address: the URL of that service.
    ///   - isActive: whether automatic location is in use at the start.
    ///   - hasNetwork: whether there is a route to the IP location service at the start.
    ///   - searches: the search of each source. A source without one counts as not installed.
    ///   - clock: the clock for deadlines. It should continue during suspend.
    ///   - now: the wall clock.
    ///   - sentence: a failure's log message.
    ///   - found: called when the machine has moved, when another source determines the location, and when it is
    ///     confirmed after an hour or more. The coordinate stays the same while the machine has not moved.
    ///   - failed: called when the failures have changed.
    public init(
        sources: [LocationSource], initial: [LocationSource: LocationFix] = [:], current: LocationFix? = nil,
        lastFailure: (failure: LocationFailure, rest: Duration)? = nil,
        address: @escaping @Sendable () -> String = { "" },
        isActive: Bool = true,
        hasNetwork: Bool = true, searches: [LocationSource: Search], clock: C, now: @escaping @Sendable () -> UnixTime,
        logger: Logger,
        sentence: @escaping @Sendable (LocationSource, LocationFailure) -> String, found: @escaping Found,
        failed: @escaping Failed
    ) {
        self.sources = sources
        self.initial = initial
        self.current = current
        self.lastFailure = lastFailure
        self.address = address
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

    /// Runs until the task is cancelled, and leaves nothing running. It can be called once.
    public func run() async {
        await withDiscardingTaskGroup { group in
            var loop = Loop(locator: self)
            await loop.act(in: &group)
            for await event in events { await loop.handle(event, in: &group) }
            group.cancelAll()
        }
    }

    /// A user has requested the weather: retries failed sources in the background, at most once a minute.
    public func ask() {
        if pendingRequest.add() { continuation.yield(.weatherRequested) }
    }

    /// The wall clock was set.
    ///
    /// - Parameter step: by how much, s.
    public func followClock(by step: Int) {
        continuation.yield(.clockSet(step))
    }

    /// - Parameter isActive: whether automatic location is in use. If not, there are no searches and no wake-ups.
    public func setActive(_ isActive: Bool) {
        continuation.yield(.activated(isActive))
    }

    /// The route to the IP location service was gained or lost.
    ///
    /// - Parameters:
    ///   - isElsewhere: whether the public address may have changed.
    ///   - delay: the delay before the service is used.
    public func setNetwork(_ hasNetwork: Bool, isElsewhere: Bool = false, delay: Duration = .zero) {
        continuation.yield(.network(hasNetwork, isElsewhere: isElsewhere, delay: delay))
    }

    /// Applies a reloaded order of sources, and retries failed ones.
    public func reconfigure(_ sources: [LocationSource]) {
        continuation.yield(.reconfigured(sources))
    }
}

extension Locator {
    func log(_ fix: LocationFix, former: LocationFix?) {
        let isMove = former.map { $0.coordinate != fix.coordinate } ?? true
        guard isMove || former?.source != fix.source else { return }
        let distance = former.map { Int(($0.coordinate.distance(to: fix.coordinate) / 1000).rounded()) }
        logger.info(
            "located by \(fix.source.rawValue) at \(fix.coordinate.rounded.latitude), \(fix.coordinate.rounded.longitude)\(distance.map { ", \($0) km from the previous location" } ?? "")",
            metadata: ["source": "\(fix.source.rawValue)"])
    }
}

extension Locator {
    /// Finishing the stream stops its search.
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
                // A search may report after it was stopped.
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

/// An event of a location source.
public enum LocationFinding: Sendable, Hashable {
    /// The machine was located.
    case fix(LocationFix)
    /// The location is unknown for this reason.
    case failure(LocationFailure)
    /// The cause of a failure is gone, so that a retry may succeed.
    case recovered
}

/// Whether a request is pending, to coalesce many requests into one event: clients can send thousands while the loop waits
/// for a place's name.
final class PendingRequest: Sendable {
    private let isWaiting = Atomic(false)

    /// - Returns: whether no other request is pending.
    func add() -> Bool {
        !isWaiting.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Called before the request is handled, since a later one may ask for more.
    func take() {
        isWaiting.store(false, ordering: .releasing)
    }
}

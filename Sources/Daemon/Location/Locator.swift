public import Logging
public import Platform
public import Weather

/// Keeps the machine located: waits for events and deadlines, and executes the steps of its policy.
public struct Locator<C: Clock>: Service where C.Duration == Duration {
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
    ///   - sources: in order of preference.
    ///   - initial: the last fixes of an earlier run.
    ///   - current: the location that `found` last received in an earlier run.
    ///   - lastFailure: why the IP location service failed in an earlier run, and how long it gets no request.
    ///   - address: the URL of that service.
    ///   - isActive: whether automatic location is in use at the start.
    ///   - hasNetwork: whether there is a route to the IP location service at the start.
    ///   - searches: the search of each source. A source without one counts as not installed.
    ///   - clock: for deadlines. It should continue during suspend.
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
    ///   - delay: before the service is used.
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

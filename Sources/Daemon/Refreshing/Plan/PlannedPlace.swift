import Weather

/// A refresh plan's state of one place.
struct PlannedPlace<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// When the last report was received; nil when there is none.
    var succeeded: Instant?
    private var tried: Instant?
    /// Failures since the last success.
    private(set) var failures = 0
    private var phase = Phase.idle
    /// After a failure: the time of the next retry according to the policy.
    private(set) var retry: Instant?
    /// The end of the provider's freshness lifetime; nil for none.
    var expiry: Instant?
    /// After a failure: the end of the delay that the service requested.
    private var requestedRetry: Instant?
    /// When a provider can be used again, according to the providers; nil if one can be used now.
    var wait: Instant?
    /// Whether the last failure may be caused by a wrong clock.
    private var mayBeOfClock = false
    /// The number of consecutive fetches that were each followed by a clock step, and the last step.
    private var steps: (fetches: Int, last: Instant?) = (0, nil)
    private var wasTriedSinceStep = false
    /// How often the network has returned since the last success without a successful retry.
    private var returns = 0
    private var wasTriedSinceReturn = false
    /// Whether the connection rather than the service may cause failures: it has not delivered an answer yet, or the failure
    /// suggests it.
    private(set) var isConnectionSuspect = true

    /// Where the place is between two fetches.
    private enum Phase: Sendable, Hashable {
        /// No fetch is planned, since no client uses the place.
        case idle
        /// A fetch is planned; `isAwaited` when a client waits for it.
        case due(Instant, isAwaited: Bool)
        case underWay(isAwaited: Bool)
    }

    init(succeeded: Instant?) {
        self.succeeded = succeeded
    }

    /// When to fetch next; nil while a fetch is under way or none is planned.
    var due: Instant? {
        if case .due(let due, _) = phase { due } else { nil }
    }

    var isIdle: Bool { phase == .idle }

    /// Whether a fetch of the place has ended, successfully or not.
    var hasOutcome: Bool { succeeded != nil || failures > 0 }

    var isUnderWay: Bool {
        if case .underWay = phase { true } else { false }
    }

    /// Whether a client waits for the fetch that is due or under way.
    var isAwaited: Bool {
        switch phase {
        case .idle: false
        case .due(_, let isAwaited), .underWay(let isAwaited): isAwaited
        }
    }

    /// The earliest moment at which an explicit request can start a fetch.
    func earliest(by policy: RefreshPolicy) -> Instant? {
        [notBefore(policy), tried?.advanced(by: RefreshPolicy.leastBetweenTries)].compactMap { $0 }.max()
    }

    /// The earliest moment at which a fetch can start for any reason.
    private func notBefore(_ policy: RefreshPolicy) -> Instant? {
        [succeeded?.advanced(by: policy.floor), requestedRetry, expiry, wait].compactMap { $0 }.max()
    }

    // MARK: - Events

    /// Plans the next fetch, or moves the planned one. A fetch under way stays so.
    mutating func schedule(_ due: Instant) {
        guard !isUnderWay else { return }
        phase = .due(due, isAwaited: isAwaited)
    }

    /// Cancels a planned fetch, unless a client waits for it.
    mutating func unschedule() {
        if case .due(_, isAwaited: false) = phase { phase = .idle }
    }

    /// A client uses the weather: fetches it as soon as the policy allows when it is older than the interval.
    mutating func request(policy: RefreshPolicy, at now: Instant) {
        guard !isUnderWay, succeeded?.advanced(by: policy.interval) ?? now <= now else { return }
        phase = .due(max(retry ?? now, earliest(by: policy) ?? now), isAwaited: true)
    }

    /// A client waits for the first report.
    mutating func wait(policy: RefreshPolicy, at now: Instant) {
        phase = isUnderWay ? .underWay(isAwaited: true) : .due(max(now, earliest(by: policy) ?? now), isAwaited: true)
    }

    /// A client requests a refresh now.
    mutating func refresh(policy: RefreshPolicy, at now: Instant) -> RefreshPlan<Instant>.Verdict {
        if isUnderWay {
            phase = .underWay(isAwaited: true)
            return .underWay
        }
        if let earliest = earliest(by: policy), earliest > now { return .tooSoon(earliest) }
        phase = .due(now, isAwaited: true)
        return .underWay
    }

    mutating func begin(at now: Instant) {
        phase = .underWay(isAwaited: isAwaited)
        wasTriedSinceReturn = true
        wasTriedSinceStep = true
        tried = now
    }

    /// - Parameter failure: nil when the fetch brought a report.
    mutating func finish(failure: FetchFailure?, policy: RefreshPolicy, at now: Instant, jitter: Double) {
        phase = .idle
        if let failure {
            failures += 1
            let isUrgent = succeeded.map { $0.advanced(by: policy.patience) <= now } ?? true
            let delay = policy.delayAfterFailure(failure, failures: failures, isUrgent: isUrgent, jitter: jitter)
            retry = now.advanced(by: delay)
            requestedRetry = failure.retryAfter == nil ? nil : retry
            mayBeOfClock = failure.mayBeOfClock
            if failure.isRouteFailure {
                isConnectionSuspect = true
            } else if failure.isAnswer {
                isConnectionSuspect = false
            }
        } else {
            failures = 0
            succeeded = now
            retry = nil
            requestedRetry = nil
            mayBeOfClock = false
            returns = 0
            wasTriedSinceReturn = false
            isConnectionSuspect = false
        }
    }

    /// The connection to the service may have changed.
    mutating func suspectConnection() {
        isConnectionSuspect = true
    }

    /// The fetch was cancelled, which is not a failure.
    mutating func abandon(at now: Instant) {
        phase = .due(now, isAwaited: isAwaited)
    }

    /// Resets failures and backoff; a scheduled retry is due as soon as the policy allows.
    mutating func resetBackoff(policy: RefreshPolicy, at now: Instant) {
        failures = 0
        retry = nil
        requestedRetry = nil
        if due != nil { schedule(max(now, succeeded?.advanced(by: policy.floor) ?? now)) }
    }

    /// The wall clock was set. Earlier reports may be older than they seemed, or doubtful.
    ///
    /// - Parameter age: the report's age by the new clock; nil without a report.
    /// - Returns: whether the place is now to be fetched again.
    mutating func followClock(age: Duration?, policy: RefreshPolicy, at now: Instant) -> Bool {
        if wasTriedSinceStep { steps.fetches += 1 }
        if let last = steps.last, last.advanced(by: RefreshPolicy.calmClock) < now { steps.fetches = 0 }
        wasTriedSinceStep = false
        steps.last = now
        let isOld = age.map { $0 >= policy.interval } ?? false
        if let age { succeeded = now.advanced(by: .zero - age) }
        guard failures == 0 ? isOld : mayBeOfClock else { return false }
        // A clock that is set repeatedly, such as by two programs, causes fewer and fewer requests.
        let spacing = min(RefreshPolicy.afterStep * (1 << min(max(steps.fetches - 1, 0), 10)), policy.floor)
        let next = steps.fetches > 1 ? tried?.advanced(by: spacing) : nil
        retry = nil
        schedule(max(next ?? now, earliest(by: policy) ?? now))
        return true
    }

    /// The network is available again: retries at `soon` and resets the backoff. If the network returns more than twice
    /// without a report, retries become less frequent.
    mutating func resume(soon: Instant, policy: RefreshPolicy) {
        if wasTriedSinceReturn { returns += 1 }
        wasTriedSinceReturn = false
        let vain = max(0, returns - 2)
        failures = min(failures, vain)
        let spacing = vain == 0 ? .zero : RefreshPolicy.firstRetry * (1 << min(vain, 4))
        let next = max(soon, tried?.advanced(by: spacing) ?? soon, notBefore(policy) ?? soon)
        schedule(next)
        retry = failures > 0 ? next : nil
    }
}

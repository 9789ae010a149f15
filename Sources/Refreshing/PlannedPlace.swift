import Weather

/// What a refresh plan knows of one place.
struct PlannedPlace<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// When the last report was received; nil when there is none.
    var succeeded: Instant?
    private var tried: Instant?
    /// Failures since the last success.
    var failures = 0
    /// When to fetch next; nil while nobody wants the place's weather.
    var due: Instant?
    /// After a failure: when the policy has it tried again.
    var retry: Instant?
    /// Before this the provider has nothing newer, as it says itself; nil when it says nothing.
    var promised: Instant?
    /// After a failure: the service asked us not to come before.
    var barred: Instant?
    private(set) var isUnderWay = false
    /// How often the network came back since the last success, each time for a try in vain.
    private var returns = 0
    private var wasTriedSinceReturn = false
    /// Whether what failed may be the way to the service and not the service: nothing has come by it yet, or the failure says so.
    /// Any answer of the service's tells that there is a way.
    private(set) var isWayInDoubt = true
    /// Whether somebody waits for the fetch that is due or under way.
    var isAwaited = false

    init(succeeded: Instant?) {
        self.succeeded = succeeded
    }

    /// The earliest moment at which an explicit wish can lead to a fetch.
    func earliest(by policy: RefreshPolicy) -> Instant? {
        [notBefore(policy), tried?.advanced(by: RefreshPolicy.leastBetweenTries)].compactMap { $0 }.max()
    }

    /// The earliest moment at which anything can lead to a fetch.
    private func notBefore(_ policy: RefreshPolicy) -> Instant? {
        [succeeded?.advanced(by: policy.floor), barred, promised].compactMap { $0 }.max()
    }

    mutating func begin(at now: Instant) {
        isUnderWay = true
        due = nil
        wasTriedSinceReturn = true
        tried = now
    }

    /// - Parameter failure: nil when the fetch brought a report.
    mutating func finish(failure: FetchFailure?, policy: RefreshPolicy, at now: Instant, jitter: Double) {
        isUnderWay = false
        isAwaited = false
        due = nil
        if let failure {
            failures += 1
            let isUrgent = succeeded.map { $0.advanced(by: policy.patience) <= now } ?? true
            let delay = policy.delayAfterFailure(failure, failures: failures, isUrgent: isUrgent, jitter: jitter)
            retry = now.advanced(by: delay)
            barred = failure.retryAfter == nil ? nil : retry
            if failure.isOfTheWay { isWayInDoubt = true } else if failure.isAnswer { isWayInDoubt = false }
        } else {
            failures = 0
            succeeded = now
            retry = nil
            barred = nil
            returns = 0
            wasTriedSinceReturn = false
            isWayInDoubt = false
        }
    }

    /// The way to the service may be another than before.
    mutating func doubtWay() {
        isWayInDoubt = true
    }

    /// The fetch was given up, through no fault of anybody's.
    mutating func abandon(at now: Instant) {
        isUnderWay = false
        due = now
    }

    /// The network is there again: the next try comes at `soon`, and the pauses after it grow from the beginning. A network
    /// that comes and goes without a report in between, more than twice, has fewer tries each time.
    mutating func resume(soon: Instant, policy: RefreshPolicy) {
        if wasTriedSinceReturn { returns += 1 }
        wasTriedSinceReturn = false
        let vain = max(0, returns - 2)
        failures = min(failures, vain)
        let spacing = vain == 0 ? .zero : RefreshPolicy.firstRetry * (1 << min(vain, 4))
        due = [soon, tried?.advanced(by: spacing), notBefore(policy)].compactMap { $0 }.max()
        retry = failures > 0 ? due : nil
    }
}

import Weather

/// Limits the length of lists of places after failures, and delays the next list.
///
/// A proxy or the provider may be too slow for a long list, or reject it, but accept a short one. So scheduled fetches
/// use one list at a time, half as long after each failure.
struct ListBackoff<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// How long lists stay suspect after a failure if no list of full length succeeds.
    static var longestSuspicion: Duration { .seconds(86_400) }

    /// Consecutive failures.
    private var failures = 0
    private var suspectUntil: Instant?
    /// Whether shorter lists may help; not when a single place failed too.
    private var isLengthToBlame = false
    /// The maximum length of the next list; nil for the provider's limit.
    private(set) var longest: Int?
    /// The earliest retry; nil after a success.
    private(set) var retry: Instant?

    /// Whether a list has failed, and none of full length has succeeded since. Clients should not have to wait for a
    /// list then.
    func isSuspect(at now: Instant) -> Bool {
        suspectUntil.map { now < $0 } ?? false
    }

    mutating func fail(length: Int, failure: FetchFailure, policy: RefreshPolicy, at now: Instant, jitter: Double) {
        failures += 1
        retry = now.advanced(
            by: policy.delayAfterFailure(failure, failures: failures, isUrgent: false, jitter: jitter))
        isLengthToBlame = length > 1
        if length > 1 {
            longest = length / 2
            suspectUntil = now.advanced(by: Self.longestSuspicion)
        }
    }

    /// The network is back, and may have caused the failures. The length limit stays.
    mutating func resume() {
        failures = 0
        retry = nil
    }

    /// At least a part of the list succeeded.
    ///
    /// - Parameter isLast: whether no other list is waiting. Growing earlier would make the same list fail again after
    ///   every two short ones.
    mutating func succeed(length: Int, isLast: Bool) {
        failures = 0
        retry = nil
        if longest == nil, length > 1 { suspectUntil = nil }
        if isLast || !isLengthToBlame { longest = nil }
    }
}

/// Counts the places started in the last minute, for the provider's rate limit.
struct MinuteCount<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    private var begun: [(time: Instant, places: Int)] = []

    mutating func add(_ places: Int, at now: Instant) {
        begun.append((now, places))
    }

    /// Removes places that no longer count at `now`.
    mutating func forget(before now: Instant) {
        begun.removeAll { $0.time.advanced(by: RefreshPolicy.minute) <= now }
    }

    /// The places started in the minute before `now`.
    func places(at now: Instant) -> Int {
        begun.reduce(0) { sum, request in
            request.time.advanced(by: RefreshPolicy.minute) > now ? sum + request.places : sum
        }
    }

    /// When the counts expire.
    var endsOfMinutes: [Instant] {
        begun.map { $0.time.advanced(by: RefreshPolicy.minute) }
    }
}

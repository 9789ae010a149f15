import Weather

/// How lists of places have fared lately: how long the next may be, and when it may go out.
///
/// Something between here and the provider may be too slow for a long list, or refuse it, and be fine with a short one.
/// So what nobody waits for is asked for in one list at a time, half as long after each failure.
struct ListBackoff<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// The longest time that lists are suspected after one has failed, when none is long enough to clear them.
    static var longestSuspicion: Duration { .seconds(86_400) }

    /// In a row.
    private var failures = 0
    private var suspectUntil: Instant?
    /// Whether shorter lists may do better: not when a single place failed as well.
    private var isLengthToBlame = false
    /// The most places of the next list; nil for as many as the provider takes.
    private(set) var longest: Int?
    /// No place is tried again before; nil when the last list came through.
    private(set) var retry: Instant?

    /// Whether a list has failed, and none of full length has come through since. Nobody should have to wait for one.
    func isSuspect(at now: Instant) -> Bool {
        suspectUntil.map { now < $0 } ?? false
    }

    /// None of its places was brought.
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

    /// The network is back, which the failures may have been the fault of. What is known of long lists stays.
    mutating func resume() {
        failures = 0
        retry = nil
    }

    /// Some of its places, or all, were brought.
    ///
    /// - Parameter isLast: whether nothing is left that could go out in another list now. Growing sooner would have the
    ///   same list fail between any two short ones.
    mutating func succeed(length: Int, isLast: Bool) {
        failures = 0
        retry = nil
        if longest == nil, length > 1 { suspectUntil = nil }
        if isLast || !isLengthToBlame { longest = nil }
    }
}

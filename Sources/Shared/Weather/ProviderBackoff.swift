/// A provider's backoff, kept across restarts: the service's failure and its time.
public struct ProviderBackoff: Sendable, Hashable, Codable {
    public var provider: Provider
    public var failure: FetchFailure
    /// Consecutive failures.
    public var failures: Int
    public var failedAt: Moment
    /// The time without requests that weatherd chose, s.
    public var backoff: Int
    /// The time without requests that the service requested, s; 0 for none.
    public var requested: Int
    /// A fingerprint of the provider's settings, since the failure may be theirs.
    public var settings = ""

    public init(
        provider: Provider, failure: FetchFailure, failures: Int, failedAt: Moment, backoff: Int, requested: Int
    ) {
        self.provider = provider
        self.failure = failure
        self.failures = failures
        self.failedAt = failedAt
        self.backoff = backoff
        self.requested = requested
    }

    /// The longest wait, s, in case a service's clock is wrong.
    public static let longest = 86_400

    /// Whether the values are possible; a file may be damaged.
    public var isValid: Bool {
        let waits = 0...2 * Self.longest
        return (1...1_000_000).contains(failures) && waits.contains(backoff) && waits.contains(requested)
    }
}

/// Why a place cannot be fetched yet: all its providers requested a delay, or failed at the end of the last run.
public struct ProviderWait: Sendable, Hashable {
    /// Until one of them can be used, s.
    public var seconds: Int
    public var failure: FetchFailure

    public init(seconds: Int, failure: FetchFailure) {
        self.seconds = seconds
        self.failure = failure
    }
}

extension FetchFailure {
    /// Whether the service itself reported it, so that it survives a restart. Failures of the connection are not kept, since
    /// the network may have changed.
    public var isKept: Bool { isAnswer && code != .notCovered }

    /// Whether a wrong clock of this machine may be the cause: certificates have a period.
    public var mayBeOfClock: Bool { code == .untrusted }
}

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
    /// A fingerprint of the provider's settings, which may have caused the failure.
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

/// A provider that failed and is backing off.
public struct BackingOffProvider: Sendable, Hashable {
    public var provider: Provider
    /// When the backoff ends.
    public var until: UnixTime
    public var failure: FetchFailure
    /// The kind of report that was requested.
    public var kind = ReportKind.forecast

    public init(provider: Provider, until: UnixTime, failure: FetchFailure) {
        self.provider = provider
        self.until = until
        self.failure = failure
    }
}

/// Rate limits of a provider. "Places" counts each place of each request.
public struct ProviderLimits: Sendable, Hashable {
    /// Maximum number of places per request, at least 1; 1 for a provider without lists.
    public var batch: Int
    /// Places per 60 seconds.
    public var placesAMinute: Int
    /// Places per day.
    public var placesADay: Int

    public init(batch: Int = 1, placesAMinute: Int = .max, placesADay: Int = .max) {
        self.batch = max(batch, 1)
        self.placesAMinute = max(placesAMinute, self.batch)
        self.placesADay = max(placesADay, 1)
    }
}

/// Facts about answers that the daemon's operator should know, for the log.
public enum ProviderNotice: Sendable, Hashable {
    /// The service will remove this interface (HTTP 203): a newer weatherd will be needed.
    case deprecated(host: String, path: String)
    /// The report lacks a part, which `part` names in a word or two.
    case incomplete(part: String, FetchFailure)
    /// The service at `host` does not know a name in the request. The daemon remembers it for later requests.
    case unknown(UnknownName, host: String)
    /// A part of the answer was damaged, and was read without the damage, which `reason` names.
    case repaired(part: String, host: String, reason: String)

    /// Whether the user can do something about it.
    public var concernsUser: Bool {
        switch self {
        case .deprecated: true
        case .incomplete, .repaired: false
        case .unknown(let name, _): name.setting != nil
        }
    }
}

/// The result of a refresh request.
public enum RefreshAnswer: Sendable, Hashable {
    case begun
    case done
    case failed(FetchFailure)
    /// Rate-limited until that time.
    case tooSoon(UnixTime)
    /// The maximum number of places is in use.
    case full
    /// The daemon is shutting down.
    case stopping
}

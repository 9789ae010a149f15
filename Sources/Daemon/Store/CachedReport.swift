public import Weather

/// The cached report of one type for one place, and the outcome of its last refresh.
public struct CachedReport<Content: ProviderReport & Hashable>: Sendable, Hashable {
    /// The last successful report; nil before the first.
    public var content: Content?
    /// Why the last refresh failed; nil after a success, and before the first.
    public var failure: FetchFailure?
    /// The time of the last attempt; nil for none since the start.
    public var triedAt: UnixTime?
    /// The time of the next refresh; nil while one is running or when none is scheduled.
    public var nextRefresh: UnixTime?

    /// Whether the failure may be caused by the connection instead of the service.
    public internal(set) var isConnectionSuspect = false

    public init(_ content: Content? = nil) {
        self.content = content
    }

    mutating func forgetUncovered() {
        if case .notCovered = failure { failure = nil }
    }

    /// Whether a refresh has completed, successfully or not.
    public var hasOutcome: Bool { content != nil || failure != nil }
}

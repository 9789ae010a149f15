/// A provider that failed and is backing off.
public struct BackingOffProvider: Sendable, Hashable {
    public var provider: Provider
    /// When the backoff ends.
    public var until: UnixTime
    public var failure: FetchFailure
    /// What was requested of it.
    public var kind = ReportKind.forecast

    public init(provider: Provider, until: UnixTime, failure: FetchFailure) {
        self.provider = provider
        self.until = until
        self.failure = failure
    }
}

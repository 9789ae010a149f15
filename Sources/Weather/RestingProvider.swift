/// A provider that failed and is backing off.
public struct RestingProvider: Sendable, Hashable {
    public var provider: Provider
    /// When it is asked again.
    public var until: UnixTime
    public var failure: FetchFailure

    public init(provider: Provider, until: UnixTime, failure: FetchFailure) {
        self.provider = provider
        self.until = until
        self.failure = failure
    }
}

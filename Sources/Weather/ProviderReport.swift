/// What a provider answered for one place, at one time.
public protocol ProviderReport: Sendable {
    /// The position that was asked for, not the provider's grid cell.
    var coordinate: Coordinate { get set }
    var provider: Provider { get }
    /// When the provider last said that this is what it knows.
    var fetchedAt: UnixTime { get set }
    /// What the provider said of its next answer; nil when it said nothing.
    var promise: Promise? { get set }
    /// What the provider used that means nothing here, for the log; nil when there was nothing.
    var unknownCodes: [String]? { get }
}

/// What a provider said of an answer: until when there is no newer one, and how to ask whether there is one then.
public struct Promise: Sendable, Hashable, Codable {
    /// Before this there is nothing new to be had; nil when the provider does not say.
    public var expires: UnixTime?
    /// The answer's `Last-Modified`, as it was sent; nil when there was none.
    public var lastModified: String?

    public init(expires: UnixTime? = nil, lastModified: String? = nil) {
        self.expires = expires
        self.lastModified = lastModified
    }
}

extension ProviderReport {
    public var unknownCodes: [String]? { nil }

    /// A clock that is behind the report by more than this many seconds was turned back; less is the ordinary
    /// correction of a clock.
    static var clockTolerance: Int { 60 }

    /// Whether the report comes from the future: the clock was turned back since it was fetched.
    public func isAhead(of now: UnixTime) -> Bool {
        now < fetchedAt.advanced(by: -Self.clockTolerance)
    }

    /// Seconds since the report was fetched; 0 when the clock was turned back meanwhile.
    public func age(at now: UnixTime) -> Int {
        max(0, now.seconds(since: fetchedAt))
    }

    /// This report, of which the provider now says that nothing newer is known.
    public func confirmed(at now: UnixTime, promise: Promise?) -> Self {
        var report = self
        report.fetchedAt = now
        report.promise = promise
        return report
    }
}

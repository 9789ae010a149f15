/// A provider's data for one place, at one time.
public protocol ProviderReport: Sendable {
    /// The requested position, not the provider's grid cell.
    var coordinate: Coordinate { get set }
    var provider: Provider { get }
    /// When the provider last sent or confirmed the report.
    var fetchedAt: UnixTime { get set }
    /// The freshness of the report by HTTP headers; nil for none.
    var httpFreshness: HTTPFreshness? { get set }
    /// The clock of `fetchedAt`; nil before the report is stored.
    var clock: ClockRecord? { get set }
    /// Unknown codes in the answer, for the log; nil for none.
    var unknownCodes: [String]? { get }
    /// What the report lacks, for `status`; empty for a type whose parts are never missing.
    var missing: [ReportGap] { get set }
    /// Whether its provider can confirm it, or take parts of it again.
    var isRenewable: Bool { get }
}

extension ProviderReport {
    public var isRenewable: Bool { true }
}

/// The freshness of an answer, and how to revalidate it.
public struct HTTPFreshness: Sendable, Hashable, Codable {
    /// No new data is available before this; nil when not given.
    public var expires: UnixTime?
    /// The `Last-Modified` header as sent; nil for none.
    public var lastModified: String?

    /// The longest lifetime, s: a longer one comes from a wrong clock or a broken server. Including the spread of requests
    /// after its end, weather is requested within an hour, before it is stale.
    public static let longest = 2700

    public init(expires: UnixTime? = nil, lastModified: String? = nil) {
        self.expires = expires
        self.lastModified = lastModified
    }
}

extension ProviderReport {
    public var unknownCodes: [String]? { nil }
    public var missing: [ReportGap] {
        get { [] }
        set {}
    }

    /// A clock that is behind the report by more than this was set back; less is an ordinary clock correction. Seconds.
    static var clockTolerance: Int { Moment.tolerance }

    /// Whether the report is from the future, because the clock was set back.
    public func isAhead(of now: UnixTime) -> Bool {
        now < fetchedAt.advanced(by: -Self.clockTolerance)
    }

    /// Seconds since the report was fetched; 0 when the clock was set back.
    public func age(at now: UnixTime) -> Int {
        max(0, now.seconds(since: fetchedAt))
    }

    /// This report after the provider has confirmed it.
    public func confirmed(at now: UnixTime, httpFreshness: HTTPFreshness?) -> Self {
        var report = self
        report.fetchedAt = now
        report.httpFreshness = httpFreshness
        report.clock = nil
        return report
    }
}

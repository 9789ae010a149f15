/// How far a report can be trusted at a given moment.
public enum Freshness: String, Sendable, Hashable, CaseIterable {
    /// Fetched lately.
    case fresh
    /// Fetched long ago, but its forecast still covers the moment.
    case stale
    /// Its forecast has ended: there is no weather for the moment.
    case expired
    /// There is no report.
    case none
}

extension Report {
    /// A clock that is behind the report by more than this many seconds was turned back; less is the ordinary
    /// correction of a clock.
    static let clockTolerance = 60

    /// Whether the report comes from the future: the clock was turned back since it was fetched.
    public func isAhead(of now: UnixTime) -> Bool {
        now < fetchedAt.advanced(by: -Self.clockTolerance)
    }

    /// Seconds since the report was fetched; 0 when the clock was turned back meanwhile.
    public func age(at now: UnixTime) -> Int {
        max(0, now.seconds(since: fetchedAt))
    }

    /// - Parameter staleAfter: the age in seconds from which a report is no longer fresh.
    public func freshness(at now: UnixTime, staleAfter: Int) -> Freshness {
        if !isAhead(of: now), now.seconds(since: fetchedAt) < staleAfter { return .fresh }
        return hour(at: now) != nil || day(at: now) != nil ? .stale : .expired
    }
}

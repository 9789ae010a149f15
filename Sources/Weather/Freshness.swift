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

extension ProviderReport {
    /// - Parameter staleAfter: the age in seconds from which a report is no longer fresh.
    public func isFresh(at now: UnixTime, staleAfter: Int) -> Bool {
        !isAhead(of: now) && age(at: now) < staleAfter
    }

    /// When the report becomes stale, and when a clock that was turned back has caught up with it.
    public func turnsOfFreshness(staleAfter: Int) -> [UnixTime] {
        [fetchedAt.advanced(by: -Self.clockTolerance), fetchedAt.advanced(by: staleAfter)]
    }
}

extension Report {
    /// - Parameter staleAfter: the age in seconds from which a report is no longer fresh.
    public func freshness(at now: UnixTime, staleAfter: Int) -> Freshness {
        if isFresh(at: now, staleAfter: staleAfter) { return .fresh }
        return hour(at: now) != nil || day(at: now) != nil ? .stale : .expired
    }
}

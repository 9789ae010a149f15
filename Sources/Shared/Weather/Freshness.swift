/// The freshness of a report at a given moment.
public enum Freshness: String, Sendable, Hashable, CaseIterable {
    /// Fetched recently and, if the service reports it, computed recently.
    case fresh
    /// Fetched or computed too long ago, but its forecast still covers the moment.
    case stale
    /// Its forecast has ended.
    case expired
    /// There is no report.
    case none
}

extension ProviderReport {
    /// - Parameter staleAfter: the age in seconds from which a report is no longer fresh.
    public func isFresh(at now: UnixTime, staleAfter: Int) -> Bool {
        !isAhead(of: now) && !isDoubtful && age(at: now) < staleAfter
    }

    /// When the report becomes stale, and when a clock that was set back has caught up with it.
    public func freshnessChanges(staleAfter: Int) -> [UnixTime] {
        [fetchedAt.advanced(by: -Self.clockTolerance), fetchedAt.advanced(by: staleAfter)]
    }
}

extension Report {
    /// The age of the service's computation that makes a report stale, s: 18 hours.
    ///
    /// Forecasts are computed every hour to every 12 hours (offices of the National Weather Service issue at least two
    /// a day, global models run two or four times), so the newest may be 12 hours old. Half a cycle more allows for
    /// delays; beyond that, the service's own source has failed.
    public static let modelLifetime = 18 * 3600

    /// When the age of its computation makes the forecast stale; nil when unknown.
    var modelExpiry: UnixTime? { issuedAt?.advanced(by: Self.modelLifetime) }

    /// A report is fresh if it was fetched less than `staleAfter` ago and computed less than `modelLifetime` ago. The two
    /// limits differ because an answer can be newer than an hour, while most models do not run that often.
    ///
    /// - Parameter staleAfter: the age in seconds from which a report is no longer fresh.
    public func freshness(at now: UnixTime, staleAfter: Int) -> Freshness {
        if isFresh(at: now, staleAfter: staleAfter), modelExpiry.map({ now < $0 }) ?? true { return .fresh }
        return hour(at: now) != nil || day(at: now) != nil ? .stale : .expired
    }
}

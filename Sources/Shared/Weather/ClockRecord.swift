/// The clock of a report's times, and their correction if that clock proved wrong.
public struct ClockRecord: Sendable, Hashable, Codable {
    /// `Moment.boot` of the fetch; empty when unknown.
    public var boot: String
    /// The sum of the corrections in that boot, s; 0 while the clock of the fetch is right.
    public var correction = 0
    /// The correction of a report that is later than a later boot, s, which ends if that boot's clock proves wrong.
    public var laterCorrection = 0

    public init(boot: String) {
        self.boot = boot
    }
}

extension ProviderReport {
    /// Whether the report was fetched under a clock that proved wrong. Such a report is never fresh.
    public var isDoubtful: Bool {
        guard let clock else { return false }
        return abs(clock.correction) > Moment.tolerance || clock.laterCorrection != 0
    }

    /// Moves the report's own times to the present wall clock.
    ///
    /// A report of this boot is moved by the same step as the clock, so that its age stays right. One of another boot
    /// cannot be later than this boot; if it is, one of the two clocks is wrong, and this is checked at each step.
    ///
    /// - Parameter step: by how much the wall clock was set, s; 0 for a report that was read from a file.
    public mutating func redate(by step: Int, at now: Moment) {
        var record = clock ?? ClockRecord(boot: "")
        let shift: Int
        if !record.boot.isEmpty, record.boot == now.boot {
            shift = step
            record.correction += shift
        } else {
            let latest = record.boot.isEmpty ? now.wall : now.booted
            let ahead = fetchedAt.advanced(by: -record.laterCorrection).seconds(since: latest)
            shift = (ahead > Moment.tolerance ? -ahead : 0) - record.laterCorrection
            record.laterCorrection += shift
        }
        clock = record
        fetchedAt = fetchedAt.advanced(by: shift)
        if let expires = httpFreshness?.expires { httpFreshness?.expires = expires.advanced(by: shift) }
    }

    /// The end of the freshness lifetime: before it, the provider has nothing newer. nil when there is none, or when the
    /// clock of the fetch proved wrong.
    public func expiry(at now: UnixTime) -> UnixTime? {
        guard !isAhead(of: now), !isDoubtful, let expires = httpFreshness?.expires else { return nil }
        return min(expires, fetchedAt.advanced(by: HTTPFreshness.longest))
    }
}

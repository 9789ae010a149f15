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
    /// What the report lacks, for `status`; empty for a type that never lacks a part.
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
    /// The `Last-Modified` header as sent; nil for none, and for one that is not printable ASCII, since it is sent back.
    public var lastModified: String?

    /// The longest lifetime, s: a longer one comes from a wrong clock or a broken server. Including the spread of requests
    /// after its end, weather is requested within an hour, before it is stale.
    public static let longest = 2700

    public init(expires: UnixTime? = nil, lastModified: String? = nil) {
        self.expires = expires
        let isHeader = lastModified?.utf8.allSatisfy { (0x20...0x7E).contains($0) } == true
        self.lastModified = isHeader && lastModified?.utf8.count ?? 0 <= Self.longestHeader ? lastModified : nil
    }

    private static let longestHeader = 4096

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            expires: try container.decodeIfPresent(UnixTime.self, forKey: .expires),
            lastModified: try container.decodeIfPresent(String.self, forKey: .lastModified))
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

/// The types of reports, which are requested separately.
public enum ReportKind: String, Sendable, Hashable, CaseIterable, Codable {
    case forecast, alerts, air, observations, radar, normals, ensemble, marine
}

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

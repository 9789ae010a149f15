import Glibc
import Synchronization

/// tzdata: a directory with a TZif file for each zone.
public final class TimeZoneDatabase: Sendable {
    private let directory: String
    private let cache = Mutex(ZoneCache())

    /// The system's.
    public static let system = TimeZoneDatabase(directory: "/usr/share/zoneinfo")

    public init(directory: String) {
        self.directory = directory
    }

    /// The zone with a name. Its `name` is the requested one, except for fixed offsets: `GMT+3` becomes `GMT+0300`, and
    /// needs no file.
    ///
    /// Zones are cached for ten minutes, so that an update of tzdata is noticed.
    public func zone(named name: String) throws(TimeZoneError) -> TimeZone {
        if let fixed = TimeZone(fixed: name) { return fixed }
        guard TimeZoneName.isValid(name) else { throw .invalidName }
        let now = Self.uptime
        if let kept = cache.withLock({ $0.zone(named: name, at: now) }) { return try kept.get() }
        let zone = Result { () throws(TimeZoneError) in
            TimeZone(name: name, rules: try rules(named: name))
        }
        cache.withLock { $0.keep(zone, named: name, at: now) }
        return try zone.get()
    }

    /// Why no zone can be read; nil when tzdata works.
    public var problem: TimeZoneError? {
        do throws(TimeZoneError) {
            _ = try rules(named: "Etc/UTC")
            return nil
        } catch {
            return error
        }
    }

    private func rules(named name: String) throws(TimeZoneError) -> ZoneRules {
        var bytes = try SmallFile.read("\(directory)/\(name)", limit: TZif.sizeLimit)
        if bytes == nil, let target = try target(of: name) {
            bytes = try SmallFile.read("\(directory)/\(target)", limit: TZif.sizeLimit)
        }
        guard let bytes else { throw .unknown }
        do throws(TZifError) {
            return try TZif.rules(bytes)
        } catch {
            throw .damaged(error)
        }
    }

    /// The target of an old name. Distributions may omit these links, as Debian does since release 13, but tzdata's
    /// source has them.
    private func target(of name: String) throws(TimeZoneError) -> String? {
        guard let source = try SmallFile.read("\(directory)/tzdata.zi", limit: 1 << 20) else { return nil }
        return TimeZoneName.target(of: name, in: source)
    }

    /// Seconds since boot, including suspend.
    private static var uptime: Int {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return time.tv_sec
    }
}

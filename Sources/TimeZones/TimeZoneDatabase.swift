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

    /// The zone of a name, which is the name of the zone that is returned too, save for those by their offset: `GMT+3` is
    /// `GMT+0300`, and needs no file.
    ///
    /// What was read is kept for ten minutes, so that an update of tzdata is noticed.
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

    /// Why no zone at all can be had; nil when all is well.
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

    /// The zone that a former name stands for. Where distributions leave those out, as Debian does from its release 13 on, they
    /// are still in tzdata's source.
    private func target(of name: String) throws(TimeZoneError) -> String? {
        guard let source = try SmallFile.read("\(directory)/tzdata.zi", limit: 1 << 20) else { return nil }
        return TimeZoneName.target(of: name, in: source)
    }

    /// Seconds since the start of the machine, the time asleep among them.
    private static var uptime: Int {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return time.tv_sec
    }
}

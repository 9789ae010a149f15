import Glibc
import Platform
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

/// An LRU cache of zones, including unknown ones.
struct ZoneCache {
    /// Seconds.
    static let lifetime = 600
    /// Enough for all places in use; a zone takes about 3 KB.
    static let capacity = 128

    private var entries: [String: Entry] = [:]
    private var uses = 0

    private struct Entry {
        var zone: Result<TimeZone, TimeZoneError>
        var time: Int
        /// The counter at its last use.
        var lastUse: Int
    }

    /// - Parameter now: seconds on a monotonic clock.
    mutating func zone(named name: String, at now: Int) -> Result<TimeZone, TimeZoneError>? {
        guard let entry = entries[name], now - entry.time < Self.lifetime else { return nil }
        uses += 1
        entries[name]?.lastUse = uses
        return entry.zone
    }

    mutating func keep(_ zone: Result<TimeZone, TimeZoneError>, named name: String, at now: Int) {
        if entries[name] == nil, entries.count >= Self.capacity,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            entries[oldest.key] = nil
        }
        uses += 1
        entries[name] = Entry(zone: zone, time: now, lastUse: uses)
    }
}

/// Zone names, which are paths in tzdata's directory.
enum TimeZoneName {
    /// Entries of the directory that are not zones: variants with leap seconds, copies, and the system's settings.
    private static let others: Set<Substring> = ["right", "posix", "localtime", "posixrules"]

    /// Whether a name has up to four components of ASCII letters, digits, `_`, `+` and `-`, so that it cannot leave the
    /// directory.
    static func isValid(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count) else { return false }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count <= 4 && !others.contains(parts[0])
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy { byte in
                        switch Character(UnicodeScalar(byte)) {
                        case "A"..."Z", "a"..."z", "0"..."9", "_", "+", "-": true
                        default: false
                        }
                    }
            }
    }

    /// The zone that a name links to, from the lines `L TARGET NAME` of tzdata's source; nil when it is not a link.
    static func target(of name: String, in source: [UInt8]) -> String? {
        let newline = UInt8(ascii: "\n")
        let ending = Array(" \(name)".utf8)
        for line in source.split(separator: newline) where line.starts(with: "L ".utf8) {
            let target = line.dropFirst(2).dropLast(ending.count)
            guard line.count > 2 + ending.count, line.suffix(ending.count).elementsEqual(ending) else { continue }
            let text = String(decoding: target, as: UTF8.self)
            return isValid(text) ? text : nil
        }
        return nil
    }
}

/// A file that is read as a whole.
enum SmallFile {
    /// - Returns: nil when there is no such file.
    static func read(_ path: String, limit: Int) throws(TimeZoneError) -> [UInt8]? {
        do throws(FileProblem) {
            return try [UInt8](ofFile: path, atMost: limit)
        } catch {
            switch error {
            case .failed(let error) where error.code == ENOENT || error.code == ENOTDIR: return nil
            case .failed(let error): throw .unreadable(reason: error.code)
            // A zone's name may contain directories.
            case .notRegular, .permissive: return nil
            case .tooLong: throw .damaged(.tooLong)
            }
        }
    }
}

/// Why a time zone is not available.
public enum TimeZoneError: Error, Sendable, Hashable {
    /// Not a valid tzdata name.
    case invalidName
    /// tzdata has no zone with this name.
    case unknown
    /// The file could not be read.
    ///
    /// - reason: the `errno`.
    case unreadable(reason: Int32)
    /// The file does not conform to RFC 9636.
    case damaged(TZifError)
}

/// An error in a TZif file.
public enum TZifError: Error, Sendable, Hashable {
    /// The magic number is missing.
    case notTZif
    /// The file, or one of its tables, is larger than any zone needs.
    case tooLong
    /// The file is truncated.
    case truncated
    /// The numbers of the header contradict each other.
    case header
    /// The transitions are not sorted, or one refers to a missing local time type.
    case transitions
    /// A local time type has an impossible offset or no abbreviation.
    case types
    /// The times include leap seconds, as in tzdata's `right` directory, unlike POSIX.
    case leapSeconds
    /// The rule for the time after the last transition is invalid.
    case footer
}

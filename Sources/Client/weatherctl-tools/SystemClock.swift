import CLinux
import Client
import Glibc

/// The state of the system clock.
struct SystemClock: Equatable {
    /// Whether the kernel reports that the clock is synchronized.
    var isKept: Bool
    /// The configured time zone; nil when none is set, or when it is a file without a name.
    var zone: String?
    /// Whether the C library knows the zone.
    var isZoneKnown: Bool

    private static let zones = "/usr/share/zoneinfo"
    private static let systemZone = "/etc/localtime"

    static func look() -> SystemClock {
        let (zone, isKnown) = zone(set: environment("TZ"), systemLink: String(linkAt: systemZone)) {
            var status = stat()
            return access($0, R_OK) == 0 && stat($0, &status) == 0 && status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG)
        }
        return SystemClock(isKept: isKept, zone: zone, isZoneKnown: isKnown)
    }

    /// - Parameters:
    ///   - set: the value of `TZ`; nil when unset.
    ///   - systemLink: the target of /etc/localtime; nil when it is not a link.
    static func zone(
        set: String?, systemLink: String?, isThere: (_ path: String) -> Bool
    ) -> (name: String?, isKnown: Bool) {
        let said = set.map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 } ?? ""
        guard !said.isEmpty, said != systemZone else {
            return systemLink.map { (name($0), isThere(systemZone)) } ?? (nil, isThere(systemZone))
        }
        // A POSIX rule such as CET-1CEST needs no file.
        let isRule = !said.contains("/") && said.contains { $0.isNumber || $0 == "<" }
        return (name(said), isThere(said.hasPrefix("/") ? said : "\(zones)/\(said)") || isRule)
    }

    /// With all modes zero, adjtimex(2) only reads.
    private static var isKept: Bool {
        var status = timex()
        return adjtimex(&status) != TIME_ERROR
    }

    /// The name without tzdata's directory.
    private static func name(_ path: String) -> String {
        let words = path.split(separator: "/", omittingEmptySubsequences: false)
        let start = words.lastIndex { $0 == "zoneinfo" }.map { words.index(after: $0) } ?? words.startIndex
        return words[start...].joined(separator: "/")
    }
}

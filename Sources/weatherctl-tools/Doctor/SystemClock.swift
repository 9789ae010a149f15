import Client
import Glibc

/// What the system says of its clock.
struct SystemClock: Equatable {
    /// Whether the kernel knows of somebody who keeps it right.
    var isKept: Bool
    /// The time zone as it is set; nil when none is, and when it is a file without a name.
    var zone: String?
    /// Whether the C library can make something of what is set.
    var isZoneKnown: Bool

    private static let zones = "/usr/share/zoneinfo"
    private static let systemZone = "/etc/localtime"

    static func look() -> SystemClock {
        let (zone, isKnown) = zone(set: environment("TZ"), systemLink: String(linkAt: systemZone)) {
            access($0, R_OK) == 0
        }
        return SystemClock(isKept: isKept, zone: zone, isZoneKnown: isKnown)
    }

    /// - Parameters:
    ///   - set: what `TZ` says; nil when it is not set.
    ///   - systemLink: where the system's own zone leads to; nil when it is no link.
    static func zone(
        set: String?, systemLink: String?, isThere: (_ path: String) -> Bool
    ) -> (name: String?, isKnown: Bool) {
        let said = set.map { $0.hasPrefix(":") ? String($0.dropFirst()) : $0 } ?? ""
        guard !said.isEmpty, said != systemZone else {
            return systemLink.map { (name($0), isThere(systemZone)) } ?? (nil, isThere(systemZone))
        }
        // A rule as of POSIX, such as CET-1CEST, needs no file.
        let isRule = !said.contains("/") && said.contains { $0.isNumber || $0 == "<" }
        return (name(said), isThere(said.hasPrefix("/") ? said : "\(zones)/\(said)") || isRule)
    }

    /// adjtimex(2), which Glibc's module leaves out, returns 5 (TIME_ERROR) for a clock that nobody keeps. What it writes is 208
    /// bytes at most, and with zeros it changes nothing.
    private static var isKept: Bool {
        var status = [Int64](repeating: 0, count: 64)
        return adjustTime(&status) != 5
    }

    /// Without tzdata's directory before it.
    private static func name(_ path: String) -> String {
        let words = path.split(separator: "/", omittingEmptySubsequences: false)
        let start = words.lastIndex { $0 == "zoneinfo" }.map { words.index(after: $0) } ?? words.startIndex
        return words[start...].joined(separator: "/")
    }
}

@_silgen_name("adjtimex")
private func adjustTime(_ status: UnsafeMutablePointer<Int64>) -> Int32

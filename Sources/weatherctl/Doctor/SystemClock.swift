import Glibc

/// What the system says of its clock.
struct SystemClock: Equatable {
    /// Whether the kernel knows of somebody who keeps it right.
    var isKept: Bool
    /// The time zone as it is set; nil when none is.
    var zone: String?
    /// Whether tzdata has a file of that name.
    var isZoneKnown: Bool

    private static let zones = "/usr/share/zoneinfo"

    static func look() -> SystemClock {
        let zone = environment("TZ").flatMap(name) ?? systemZone
        // A rule as of POSIX, such as CET-1, needs no file.
        let isKnown = zone.map { access("\(zones)/\($0)", R_OK) == 0 } ?? false
        return SystemClock(isKept: isKept, zone: zone, isZoneKnown: isKnown)
    }

    /// adjtimex(2), which Glibc's module leaves out, returns 5 (TIME_ERROR) for a clock that nobody keeps. What it writes is 208
    /// bytes at most, and with zeros it changes nothing.
    private static var isKept: Bool {
        var status = [Int64](repeating: 0, count: 64)
        return adjustTime(&status) != 5
    }

    private static var systemZone: String? {
        String(linkAt: "/etc/localtime").flatMap(name)
    }

    /// Without what may stand before it: a colon, and tzdata's directory.
    private static func name(_ text: String) -> String? {
        let words = text.split(separator: "/", omittingEmptySubsequences: false)
        let start = words.lastIndex { $0 == "zoneinfo" }.map { words.index(after: $0) } ?? words.startIndex
        let name = words[start...].joined(separator: "/")
        let plain = name.hasPrefix(":") ? String(name.dropFirst()) : name
        return plain.isEmpty ? nil : plain
    }
}

@_silgen_name("adjtimex")
private func adjustTime(_ status: UnsafeMutablePointer<Int64>) -> Int32

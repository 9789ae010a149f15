import Glibc
import Synchronization

/// The local time of this machine.
enum SystemLocalTime {
    private static let week = 7 * 86_400
    /// The files that the C library may read.
    private static let sources = Mutex(files(variable: nil, directory: nil))
    private static let reader = LocalTimeReader(read: read)

    /// - Parameter variables: this process's environment.
    static func adopt(_ variables: [String: String]) {
        sources.withLock { $0 = files(variable: variables["TZ"], directory: variables["TZDIR"]) }
    }

    /// The period around a moment; it is searched for at most a week on either side.
    static func period(at time: Int) -> TimeZone.Period { reader.period(at: time) }

    @Sendable private static func read(at time: Int) -> TimeZone.Period {
        guard sources.withLock({ $0 }).allSatisfy(isReadable) else {
            return TimeZone.Period(offset: 0, abbreviation: "UTC", start: time - week + 1, end: time + week)
        }
        // Reloads the settings if they have changed.
        tzset()
        let (offset, abbreviation) = local(time)
        return TimeZone.Period(
            offset: offset, abbreviation: abbreviation,
            start: change(from: offset, at: time, to: time - week) + 1,
            end: change(from: offset, at: time, to: time + week))
    }

    /// The moment nearest to `time`, between it and `limit`, with another offset; `limit` if its offset is the same.
    private static func change(from offset: Int, at time: Int, to limit: Int) -> Int {
        guard local(limit).offset != offset else { return limit }
        var (same, other) = (time, limit)
        while abs(other - same) > 1 {
            let middle = (same + other) / 2
            if local(middle).offset == offset { same = middle } else { other = middle }
        }
        return other
    }

    /// The files that the C library may read (tzset(3)).
    ///
    /// - Parameters:
    ///   - variable: `TZ`; nil when it is not set.
    ///   - directory: `TZDIR`; nil when it is not set.
    static func files(variable: String?, directory: String?) -> [String] {
        guard var name = variable?[...] else { return ["/etc/localtime"] }
        if name.first == ":" { name.removeFirst() }
        let directory = directory.flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/share/zoneinfo"
        // Without a file, it is a rule, which is completed from another file. An empty name is UTC.
        let file = name.first == "/" ? String(name) : "\(directory)/\(name.isEmpty ? "Universal" : name)"
        return [file, "\(directory)/posixrules"]
    }

    /// Whether the C library can read it without waiting, as it would for the other end of a pipe. A missing file or a
    /// directory is harmless.
    private static func isReadable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    private static func local(_ time: Int) -> (offset: Int, abbreviation: String) {
        var (time, parts) = (time_t(time), tm())
        guard localtime_r(&time, &parts) != nil else { return (0, "UTC") }
        return (parts.tm_gmtoff, parts.tm_zone.map { String(cString: $0) } ?? "")
    }
}

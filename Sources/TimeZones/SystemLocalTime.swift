import Glibc

/// The local time of this machine.
enum SystemLocalTime {
    private static let week = 7 * 86_400

    /// The period around a moment; it is searched for at most a week on either side.
    static func period(at time: Int) -> TimeZone.Period {
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

    private static func local(_ time: Int) -> (offset: Int, abbreviation: String) {
        var (time, parts) = (time_t(time), tm())
        guard localtime_r(&time, &parts) != nil else { return (0, "UTC") }
        return (parts.tm_gmtoff, parts.tm_zone.map { String(cString: $0) } ?? "")
    }
}

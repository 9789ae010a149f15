import Almanac
public import Weather

extension UnixTime {
    /// `2026-03-05T15:00:00Z`, `2026-03-05T15:00:00.123-05:00`, or `2026-03-05T15:00-05:00` (RFC 3339; CAP 1.2, 3.3.2);
    /// nil for another format.
    public init?(rfc3339 text: String) {
        let halves = text.split(separator: "T", maxSplits: 1)
        guard halves.count == 2 else { return nil }
        let date = halves[0].numbers(separatedBy: "-")
        let zoneStart = halves[1].firstIndex { "Z+-".contains($0) } ?? halves[1].endIndex
        let clock = halves[1][..<zoneStart].prefix { $0 != "." }.numbers(separatedBy: ":")
        let zone = halves[1][zoneStart...]
        guard date.count == 3, (2...3).contains(clock.count), !zone.isEmpty else { return nil }
        var offset = 0
        if zone != "Z" {
            let parts = zone.dropFirst().numbers(separatedBy: ":")
            guard parts.count == 2, (0...24).contains(parts[0]), (0..<60).contains(parts[1]) else { return nil }
            offset = (parts[0] * 3600 + parts[1] * 60) * (zone.first == "-" ? -1 : 1)
        }
        let time = CivilTime(
            year: date[0], month: date[1], day: date[2], hour: clock[0], minute: clock[1],
            second: clock.count == 3 ? clock[2] : 0)
        // Greenwich has no clock changes.
        guard case .once(let seconds)? = TimeZone.gmt.moment(time) else { return nil }
        self = UnixTime(seconds).advanced(by: -offset)
    }
}

extension Substring {
    /// The components of a date or a time of day; empty when one of them is not a number, or has more digits than a
    /// year.
    package func numbers(separatedBy separator: Character) -> [Int] {
        let parts = split(separator: separator, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.count <= 4 ? Int($0) : nil }
        return numbers.count == parts.count ? numbers : []
    }
}

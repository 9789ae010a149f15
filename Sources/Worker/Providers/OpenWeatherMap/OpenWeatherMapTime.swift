import Almanac
import HTTP
import Weather

extension PlaceCalendar {
    /// - Parameters:
    ///   - zone: as in tzdata.
    ///   - utcOffset: seconds, for an unknown zone; UTC without either.
    init(zone: String?, utcOffset: Int?) {
        let offset = utcOffset.flatMap { (-86_400...86_400).contains($0) ? $0 : nil }
        let zone = zone.flatMap(TimeZone.init(known:)) ?? offset.flatMap(TimeZone.init(offset:))
        self.init(timeZone: zone ?? .gmt)
    }
}

extension JSONValue {
    /// A moment in Unix time from the day before `now`; nil for anything else.
    func time(near now: UnixTime) -> UnixTime? {
        unixTime.flatMap { (-86_400...(20 * 86_400)).contains($0.seconds(since: now)) ? $0 : nil }
    }

    /// Several times the 60 minutes of the longest list, so that a broken service cannot fill memory and cache.
    private static let mostTimes = 400

    /// The elements with their times. An element without a plausible time, or not after the previous one, is skipped.
    func timed(near now: UnixTime) -> [(time: UnixTime, value: JSONValue)] {
        var timed: [(time: UnixTime, value: JSONValue)] = []
        for value in elements.prefix(Self.mostTimes) {
            guard let time = value["dt"].time(near: now) else { continue }
            if let last = timed.last, time <= last.time { continue }
            timed.append((time, value))
        }
        return timed
    }
}

import HTTP
import TimeZones
import Weather

extension PlaceCalendar {
    /// - Parameters:
    ///   - zone: as tzdata names it.
    ///   - utcOffset: seconds, for where the zone is not known; Greenwich's time where this is not either.
    init(zone: String?, utcOffset: Int?) {
        let offset = utcOffset.flatMap { (-86_400...86_400).contains($0) ? $0 : nil }
        let zone = zone.flatMap(TimeZone.init(known:)) ?? offset.flatMap(TimeZone.init(offset:))
        self.init(timeZone: zone ?? .gmt)
    }
}

extension JSONValue {
    /// A moment in Unix time that a forecast can speak of, from the day before `now` on; nil for all else.
    func time(near now: UnixTime) -> UnixTime? {
        unixTime.flatMap { (-86_400...(20 * 86_400)).contains($0.seconds(since: now)) ? $0 : nil }
    }

    /// Several times the 60 minutes of the longest list; a service gone mad must not fill the memory and the cache.
    private static let mostTimes = 400

    /// The elements that have a time, in its order. One whose time is not given, absurd, or not after the one before is left
    /// out.
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

import Almanac
import Weather

/// A time of day on the 24-hour clock.
public struct TimeOfDay: Sendable, Hashable {
    /// 0 to 23.
    public let hour: Int
    /// 0 to 59.
    public let minute: Int

    /// When the daily brief is due unless the user chooses another time.
    public static let morning = TimeOfDay(7, 0)

    private init(_ hour: Int, _ minute: Int) {
        (self.hour, self.minute) = (hour, minute)
    }

    /// `07:00` or `7:00`; nil for anything else.
    public init?(written text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
            parts.joined().allSatisfy({ $0.isASCII && $0.isNumber }), let hour = Int(parts[0]),
            let minute = Int(parts[1]), (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        self.init(hour, minute)
    }

    /// When the brief is due on the dates around a moment. A time that the clocks skip is as long after midnight as on other
    /// days, by the clock before the change; of a time that occurs twice, it is the first.
    ///
    /// - Parameter zoneName: the tzdata name; UTC if it is unknown.
    func briefs(around moment: UnixTime, zoneName: String?) -> [BriefTime] {
        let zone = zoneName.flatMap { try? TimeZoneDatabase.system.zone(named: $0) } ?? .gmt
        let today = zone.civilTime(at: moment.seconds)
        return (-1...2).compactMap { days in
            guard var time = today.date(addingDays: days) else { return nil }
            (time.hour, time.minute) = (hour, minute)
            guard let due = zone.moment(time)?.first else { return nil }
            return BriefTime(
                date: CalendarDate(year: time.year, month: time.month, day: time.day), time: UnixTime(due))
        }
    }
}

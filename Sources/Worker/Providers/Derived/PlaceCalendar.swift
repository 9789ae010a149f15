import Almanac
import HTTP
import Weather

/// The calendar of a time zone: dates and midnights, correct across clock changes.
struct PlaceCalendar {
    private let timeZone: TimeZone

    init(timeZone: TimeZone) {
        self.timeZone = timeZone
    }

    /// - Parameter name: of the time zone, as in tzdata. If nil or unknown, whole hours estimated from the longitude.
    init(timeZone name: String?, at coordinate: Coordinate) {
        // Names in Etc have the opposite sign: four hours west of Greenwich is GMT+4.
        let hoursWest = -Int((coordinate.longitude / 15).rounded())
        let sunZone = hoursWest == 0 ? "Etc/GMT" : hoursWest > 0 ? "Etc/GMT+\(hoursWest)" : "Etc/GMT\(hoursWest)"
        let zone = name.flatMap(TimeZone.init(known:)) ?? TimeZone(known: sunZone)
        // Without tzdata, both are nil.
        self.init(timeZone: zone ?? TimeZone(offset: -hoursWest * 3600) ?? .gmt)
    }

    /// Greenwich Mean Time, for date arithmetic without clock changes.
    static let greenwich = PlaceCalendar(timeZone: .gmt)

    /// The tzdata name, or `GMT+0300` for a fixed offset.
    var identifier: String { timeZone.name }

    func date(at moment: UnixTime) -> CalendarDate {
        CalendarDate(timeZone.civilTime(at: moment.seconds))
    }

    /// The first moment with this local date and time; nil when there is no such date, or a clock change skips the
    /// time.
    func moment(_ date: CalendarDate, hour: Int = 0, minute: Int = 0, second: Int = 0) -> UnixTime? {
        switch timeZone.moment(CivilTime(date, hour: hour, minute: minute, second: second)) {
        case .once(let time), .twice(let time, _): UnixTime(time)
        case .never, nil: nil
        }
    }

    /// From midnight to the next midnight; nil when there is no such date. If a clock change skips midnight, the day
    /// starts at its first moment.
    func span(of date: CalendarDate) -> (start: UnixTime, end: UnixTime)? {
        // Noon is skipped only together with the whole date.
        guard moment(date, hour: 12) != nil, let start = timeZone.startOfDay(CivilTime(date)),
            let end = CivilTime(date).date(addingDays: 1).flatMap(timeZone.startOfDay)
        else { return nil }
        return (UnixTime(start), UnixTime(end))
    }

    /// The date `days` later, or the next one if the place skipped that date.
    func date(_ days: Int, after date: CalendarDate) -> CalendarDate? {
        guard moment(date, hour: 12) != nil, var later = CivilTime(date).date(addingDays: days) else { return nil }
        later.hour = 12
        guard case .never(_, let shifted) = timeZone.moment(later) else { return CalendarDate(later) }
        return self.date(at: UnixTime(shifted))
    }
}

extension TimeZone {
    /// nil when tzdata does not know the name.
    init?(known name: String) {
        guard let zone = try? TimeZoneDatabase.system.zone(named: name) else { return nil }
        self = zone
    }
}

extension CivilTime {
    fileprivate init(_ date: CalendarDate, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.init(year: date.year, month: date.month, day: date.day, hour: hour, minute: minute, second: second)
    }
}

extension JSONValue {
    /// An RFC 3339 timestamp: `2026-03-05T15:00:00-05:00`, or without seconds; nil when implausible.
    var timestamp: UnixTime? {
        guard let text, let time = UnixTime(rfc3339: text), time.isPlausible else { return nil }
        return time
    }

    /// Whether there is a value, but no timestamp.
    var isUnreadableTime: Bool { self != .null && timestamp == nil }
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

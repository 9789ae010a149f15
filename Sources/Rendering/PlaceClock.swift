import Foundation
import Weather

/// The clock and the calendar on the wall of a place.
struct PlaceClock {
    private let calendar: Calendar
    /// The zone's name in tzdata; `UTC` when the given one is not known there.
    let zoneName: String
    /// What must stand behind a time of day so that nobody takes it for the place's own; empty when it is.
    let suffix: String

    let style: Style

    /// - Parameters:
    ///   - zoneName: as tzdata has it: `America/Montevideo`.
    ///   - style: how times and dates are written.
    init(zoneName: String?, in style: Style = Style()) {
        self.style = style
        if let zoneName, let zone = TimeZone(identifier: zoneName) {
            calendar = .gregorian(in: zone)
            self.zoneName = zoneName
            suffix = ""
        } else {
            calendar = .greenwich
            self.zoneName = "UTC"
            suffix = " UTC"
        }
    }

    private var words: any Words { style.words }

    /// `15:42`, or `3:42 PM`.
    func time(_ moment: UnixTime) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: moment.foundationDate)
        let hour = parts.hour ?? 0
        let minute = Self.twoDigits(parts.minute)
        return switch style.clock {
        case .hours24: "\(Self.twoDigits(hour)):\(minute)" + suffix
        case .hours12:
            words.time(hour12: hour % 12 == 0 ? 12 : hour % 12, minute: minute, isAfternoon: hour >= 12) + suffix
        }
    }

    func date(_ moment: UnixTime) -> CalendarDate {
        CalendarDate(calendar.dateComponents([.year, .month, .day], from: moment.foundationDate))
    }

    /// `15:42`, or with its date when that is not the day of `now`: `15:42 on Friday 20 November`.
    func time(_ moment: UnixTime, seenAt now: UnixTime) -> String {
        let date = date(moment)
        return date == self.date(now) ? time(moment) : words.time(time(moment), onDate: longDate(date))
    }

    /// `18:00`, or with its weekday when that is another than the day of `now`: `Sunday 18:00`; and from a week on with the
    /// date: `Sunday 29 November 18:00`.
    func timeAndDay(_ moment: UnixTime, seenAt now: UnixTime) -> String {
        let date = date(moment)
        let today = self.date(now)
        if date == today { return time(moment) }
        let isNear = abs(moment.seconds(since: now)) < 6 * 86_400
        let day = isNear ? words.weekday(date) : date.year == today.year ? longDate(date) : longDate(moment)
        return words.time(time(moment), onDay: day)
    }

    /// `Saturday 21 November 2026`.
    func longDate(_ moment: UnixTime) -> String {
        let date = date(moment)
        return words.longDate(date, year: date.year, style.dateOrder)
    }

    /// `Saturday 21 November`.
    func longDate(_ date: CalendarDate) -> String {
        words.longDate(date, year: nil, style.dateOrder)
    }

    /// `Sat 21 Nov`.
    func shortDate(_ date: CalendarDate) -> String {
        words.shortDate(date, style.dateOrder)
    }

    /// RFC 3339 with the offset that is in force at the place at that moment: `2026-11-21T15:42:00-03:00`.
    func rfc3339(_ moment: UnixTime) -> String {
        let foundationDate = moment.foundationDate
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: foundationDate)
        let time = [parts.hour, parts.minute, parts.second].map(Self.twoDigits).joined(separator: ":")
        let offset = calendar.timeZone.secondsFromGMT(for: foundationDate)
        let minutes = abs(offset) / 60
        return "\(CalendarDate(parts))T\(time)\(offset < 0 ? "-" : "+")"
            + "\(Self.twoDigits(minutes / 60)):\(Self.twoDigits(minutes % 60))"
    }

    /// The day at the place that a moment falls on, from midnight to midnight.
    func day(of moment: UnixTime) -> Range<UnixTime> {
        guard let day = calendar.dateInterval(of: .day, for: moment.foundationDate) else {
            return moment..<moment.advanced(by: 86_400)
        }
        return UnixTime(Int(day.start.timeIntervalSince1970))..<UnixTime(Int(day.end.timeIntervalSince1970))
    }

    /// The beginning of the next day at the place.
    func midnight(after moment: UnixTime) -> UnixTime {
        day(of: moment).upperBound
    }

    private static func twoDigits(_ number: Int?) -> String {
        let number = number ?? 0
        return number < 10 ? "0\(number)" : String(number)
    }
}

extension UnixTime {
    fileprivate var foundationDate: Date { Date(timeIntervalSince1970: Double(seconds)) }
}

extension Calendar {
    fileprivate static let greenwich = gregorian(in: .gmt)

    fileprivate static func gregorian(in zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}

extension CalendarDate {
    fileprivate init(_ parts: DateComponents) {
        self.init(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
    }

    /// 0 for Sunday to 6 for Saturday.
    var weekday: Int {
        let noon = DateComponents(year: year, month: month, day: day, hour: 12)
        return Calendar.greenwich.date(from: noon).map { Calendar.greenwich.component(.weekday, from: $0) - 1 } ?? 0
    }
}

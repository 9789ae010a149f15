import Almanac
import Languages
import Weather

/// The local time and calendar of a place.
struct PlaceClock {
    private let timeZone: TimeZone
    /// The tzdata name; `UTC` if the zone is unknown.
    let zoneName: String
    /// The suffix of times that are not in the place's own zone; otherwise empty.
    let suffix: String

    let style: Style

    private init(_ timeZone: TimeZone, zoneName: String, suffix: String = "", in style: Style) {
        (self.timeZone, self.zoneName, self.suffix, self.style) = (timeZone, zoneName, suffix, style)
    }

    /// - Parameters:
    ///   - zoneName: the tzdata name: `America/Montevideo`.
    ///   - style: the formats of times and dates.
    init(zoneName: String?, in style: Style = Style()) {
        if let zoneName, let zone = try? TimeZoneDatabase.system.zone(named: zoneName) {
            self.init(zone, zoneName: zoneName, in: style)
        } else {
            self.init(.gmt, zoneName: "UTC", suffix: " UTC", in: style)
        }
    }

    /// For times of the daemon rather than of a place.
    ///
    /// - Parameters:
    ///   - zoneName: the tzdata name; nil for the system's zone.
    ///   - style: the formats of times and dates.
    init(readerZone zoneName: String?, in style: Style = Style()) {
        if let zoneName {
            self.init(zoneName: zoneName, in: style)
        } else {
            self.init(.system, zoneName: TimeZone.system.name, in: style)
        }
    }

    private var words: any Words { style.words }

    /// `15:42`, or `3:42 PM`; in the hour that occurs twice when the clocks are set back, with the zone: `02:00 CEST`.
    func time(_ moment: UnixTime) -> String { civilTime(moment) + repeatedHourMark(moment) + suffix }

    private func civilTime(_ moment: UnixTime) -> String {
        let parts = timeZone.civilTime(at: moment.seconds)
        let hour = parts.hour
        let minute = Self.twoDigits(parts.minute)
        return switch style.clock {
        case .hours24: "\(Self.twoDigits(hour)):\(minute)"
        case .hours12:
            words.time(hour12: hour % 12 == 0 ? 12 : hour % 12, minute: minute, isAfternoon: hour >= 12)
        }
    }

    /// ` CEST`, or ` UTC+11` if the zone has no abbreviation; empty for a time of day that is unique on its date.
    private func repeatedHourMark(_ moment: UnixTime) -> String {
        let time = moment.seconds
        let period = timeZone.period(at: time)
        let isNearEnd = period.end < .max && period.end - time <= Self.longestRepetition
        let isNearStart = period.start > .min && time - period.start < Self.longestRepetition
        let isFirst = isNearEnd && period.end - time <= period.offset - timeZone.offset(at: period.end)
        let isSecond =
            isNearStart && time - period.start < timeZone.offset(at: period.start - 1) - period.offset
        guard isFirst || isSecond else { return "" }
        let name = period.abbreviation
        return " " + (name.first?.isLetter == true ? words.zone(name) : Self.utcOffset(period.offset))
    }

    /// The most that clocks are set back, s: two hours (Antarctica/Troll).
    private static let longestRepetition = 7200

    private static func utcOffset(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        let rest = minutes % 60 == 0 ? "" : ":\(twoDigits(minutes % 60))"
        return "UTC\(seconds < 0 ? "\u{2212}" : "+")\(minutes / 60)\(rest)"
    }

    func date(_ moment: UnixTime) -> CalendarDate {
        CalendarDate(timeZone.civilTime(at: moment.seconds))
    }

    /// `15:42`, or with the date if it is not today: `15:42 on Friday 20 November`.
    func time(_ moment: UnixTime, seenAt now: UnixTime) -> String {
        let date = date(moment)
        return date == self.date(now) ? time(moment) : words.time(time(moment), onDate: longDate(date))
    }

    /// `18:00`, with the weekday if it is not today (`Sunday 18:00`), or with the date if it is six or more days away:
    /// `Sunday 29 November 18:00`.
    func timeAndDay(_ moment: UnixTime, seenAt now: UnixTime) -> String {
        let date = date(moment)
        let today = self.date(now)
        if date == today { return time(moment) }
        let isNear = abs(moment.seconds(since: now)) < 6 * 86_400
        let day = isNear ? words.weekday(date) : date.year == today.year ? longDate(date) : longDate(moment)
        return words.time(time(moment), onDay: day)
    }

    /// `18:00`, or only the weekday if it is not today (`Sunday`), or the date if it is six or more days away.
    func timeOrDay(_ moment: UnixTime, seenAt now: UnixTime) -> String {
        let date = date(moment)
        if date == self.date(now) { return time(moment) }
        let isNear = abs(moment.seconds(since: now)) < 6 * 86_400
        return isNear ? words.weekday(date) : longDate(date)
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

    /// `Sat 1 Nov`, without the columns' padding.
    func shortDateAlone(_ date: CalendarDate) -> String {
        let text = Array(shortDate(date))
        // Japanese and Chinese write no spaces around the month.
        return String(
            text.indices.filter { index in
                guard text[index] == " ", index + 1 < text.count, text[index + 1].isNumber else { return true }
                return index > 0 && text[index - 1] != " " && text[index - 1] != "月"
            }.map { text[$0] })
    }

    /// RFC 3339 with the place's UTC offset at that time: `2026-11-21T15:42:00-03:00`.
    func rfc3339(_ moment: UnixTime) -> String {
        let parts = timeZone.civilTime(at: moment.seconds)
        let time = [parts.hour, parts.minute, parts.second].map(Self.twoDigits).joined(separator: ":")
        let offset = timeZone.offset(at: moment.seconds)
        let minutes = abs(offset) / 60
        return "\(CalendarDate(parts))T\(time)\(offset < 0 ? "-" : "+")"
            + "\(Self.twoDigits(minutes / 60)):\(Self.twoDigits(minutes % 60))"
    }

    /// The place's day that contains a moment, from midnight to midnight.
    func day(of moment: UnixTime) -> Range<UnixTime> {
        let date = timeZone.civilTime(at: moment.seconds)
        guard let start = timeZone.startOfDay(date), let end = date.date(addingDays: 1).flatMap(timeZone.startOfDay)
        else { return moment..<moment.advanced(by: 86_400) }
        return UnixTime(start)..<UnixTime(max(start, end))
    }

    /// The start of the place's next day.
    func midnight(after moment: UnixTime) -> UnixTime {
        day(of: moment).upperBound
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}

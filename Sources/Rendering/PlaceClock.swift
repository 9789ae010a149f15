import Foundation
import Weather

/// The clock and the calendar on the wall of a place.
struct PlaceClock {
    private let zone: TimeZone
    /// The zone's name in tzdata; `UTC` when the given one is not known there.
    let zoneName: String
    /// What must stand behind a time of day so that nobody takes it for the place's own; empty when it is.
    let suffix: String

    /// - Parameter zoneName: as tzdata has it: `America/Montevideo`.
    init(zoneName: String?) {
        if let zoneName, let zone = TimeZone(identifier: zoneName) {
            self.zone = zone
            self.zoneName = zoneName
            suffix = ""
        } else {
            zone = .gmt
            self.zoneName = "UTC"
            suffix = " UTC"
        }
    }

    /// `15:42`, by the 24-hour clock.
    func time(_ moment: UnixTime) -> String {
        let minutes = local(moment).secondsOfDay / 60
        return "\(Self.twoDigits(minutes / 60)):\(Self.twoDigits(minutes % 60))" + suffix
    }

    func date(_ moment: UnixTime) -> CalendarDate {
        local(moment).date
    }

    /// `15:42`, or with its date when that is not the day of `now`: `Friday 20 November, 15:42`.
    func time(_ moment: UnixTime, seenAt now: UnixTime) -> String {
        let date = date(moment)
        return date == self.date(now) ? time(moment) : "\(English.longDate(date)), \(time(moment))"
    }

    /// `Saturday 21 November 2026`.
    func longDate(_ moment: UnixTime) -> String {
        let date = date(moment)
        return "\(English.longDate(date)) \(date.year)"
    }

    /// RFC 3339 with the offset that is in force at the place at that moment: `2026-11-21T15:42:00-03:00`.
    func rfc3339(_ moment: UnixTime) -> String {
        let (date, seconds, offset) = local(moment)
        let minutes = abs(offset) / 60
        let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map(Self.twoDigits).joined(separator: ":")
        return "\(date)T\(time)\(offset < 0 ? "-" : "+")\(Self.twoDigits(minutes / 60)):\(Self.twoDigits(minutes % 60))"
    }

    /// The beginning of the next day at the place.
    func midnight(after moment: UnixTime) -> UnixTime {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = Date(timeIntervalSince1970: Double(moment.seconds))
        guard let day = calendar.dateInterval(of: .day, for: date) else {
            return moment.advanced(by: 86_400 - local(moment).secondsOfDay)
        }
        return UnixTime(Int(day.end.timeIntervalSince1970))
    }

    /// - Returns: `offset`: seconds that the place is ahead of UTC.
    private func local(_ moment: UnixTime) -> (date: CalendarDate, secondsOfDay: Int, offset: Int) {
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.seconds)))
        let local = moment.seconds + offset
        let day = local >= 0 ? local / 86_400 : (local + 1) / 86_400 - 1
        return (CalendarDate(daysSince1970: day), local - day * 86_400, offset)
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}

// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.
extension CalendarDate {
    init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private var daysSince1970: Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// 0 for Sunday to 6 for Saturday.
    var weekday: Int {
        // 1 January 1970 was a Thursday.
        let weekday = (daysSince1970 + 4) % 7
        return weekday < 0 ? weekday + 7 : weekday
    }
}

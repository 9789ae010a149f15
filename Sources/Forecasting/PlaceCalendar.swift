import Foundation
import Weather

/// The calendar on the wall at a place: its dates and its midnights, right on the days when the clocks change.
struct PlaceCalendar {
    let timeZone: TimeZone
    private let calendar: Calendar

    init(timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.timeZone = timeZone
        self.calendar = calendar
    }

    /// - Parameter name: of the time zone, as tzdata has it. Where it is nil, or tzdata does not know it, the zone is that
    ///   of the sun: whole hours by the longitude.
    init(timeZone name: String?, at coordinate: Coordinate) {
        // The names of Etc count from the place to Greenwich: four hours west of it is GMT+4.
        let hoursWest = -Int((coordinate.longitude / 15).rounded())
        let sunZone = hoursWest == 0 ? "Etc/GMT" : hoursWest > 0 ? "Etc/GMT+\(hoursWest)" : "Etc/GMT\(hoursWest)"
        self.init(timeZone: name.flatMap(TimeZone.init(identifier:)) ?? TimeZone(identifier: sunZone) ?? .gmt)
    }

    /// Greenwich Mean Time, in which arithmetic on dates needs no thought of clock changes.
    static let greenwich = PlaceCalendar(timeZone: .gmt)

    /// As tzdata, or for a fixed offset Foundation, names it.
    var identifier: String { timeZone.identifier }

    /// The date at `moment`.
    func date(at moment: UnixTime) -> CalendarDate {
        let parts = calendar.dateComponents([.year, .month, .day], from: moment.foundationDate)
        return CalendarDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
    }

    /// When the clock shows this date and time; nil when there is no such date.
    func moment(_ date: CalendarDate, hour: Int = 0, minute: Int = 0, second: Int = 0) -> UnixTime? {
        let parts = DateComponents(
            year: date.year, month: date.month, day: date.day, hour: hour, minute: minute, second: second)
        guard parts.isValidDate(in: calendar), let moment = calendar.date(from: parts) else { return nil }
        return UnixTime(moment)
    }

    /// From midnight to the following midnight; nil when there is no such date. Where the clocks skip midnight the
    /// day begins at the first moment that the place calls by this date.
    func span(of date: CalendarDate) -> (start: UnixTime, end: UnixTime)? {
        // Noon is never skipped, so it is a safe point to look for the midnights around it.
        guard let noon = moment(date, hour: 12)?.foundationDate,
            let nextNoon = calendar.date(byAdding: .day, value: 1, to: noon)
        else { return nil }
        return (UnixTime(calendar.startOfDay(for: noon)), UnixTime(calendar.startOfDay(for: nextNoon)))
    }

    /// The date `days` later.
    func date(_ days: Int, after date: CalendarDate) -> CalendarDate? {
        guard let noon = moment(date, hour: 12)?.foundationDate,
            let later = calendar.date(byAdding: .day, value: days, to: noon)
        else { return nil }
        return self.date(at: UnixTime(later))
    }
}

extension UnixTime {
    init(_ date: Date) {
        self.init(Int(date.timeIntervalSince1970.rounded(.down)))
    }

    var foundationDate: Date {
        Date(timeIntervalSince1970: Double(seconds))
    }
}

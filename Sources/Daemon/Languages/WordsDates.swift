import Almanac
package import Weather

// Defaults for dates.
extension Words {
    package func weekday(_ date: CalendarDate) -> String { weekdays[date.weekday] }
    package func shortWeekday(_ date: CalendarDate) -> String { shortWeekdays[date.weekday] }
    package func month(_ date: CalendarDate) -> String { Self.month(date, among: months) }
    package func shortMonth(_ date: CalendarDate) -> String { Self.month(date, among: shortMonths) }

    private static func month(_ date: CalendarDate, among months: [String]) -> String {
        months.indices.contains(date.month - 1) ? months[date.month - 1] : String(date.month)
    }
}

extension CalendarDate {
    /// 0 for Sunday to 6 for Saturday.
    package var weekday: Int { CivilTime(year: year, month: month, day: day).weekday ?? 0 }

    /// The day of the month, two columns wide.
    package var paddedDay: String { day < 10 ? " \(day)" : String(day) }
}

extension String {
    /// Capitalized, in scripts with capitals.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

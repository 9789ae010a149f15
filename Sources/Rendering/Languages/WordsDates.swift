import Weather

// What all languages do alike with the words of the calendar.
extension Words {
    func weekday(_ date: CalendarDate) -> String { weekdays[date.weekday] }
    func shortWeekday(_ date: CalendarDate) -> String { shortWeekdays[date.weekday] }
    func month(_ date: CalendarDate) -> String { Self.month(date, among: months) }
    func shortMonth(_ date: CalendarDate) -> String { Self.month(date, among: shortMonths) }

    private static func month(_ date: CalendarDate, among months: [String]) -> String {
        months.indices.contains(date.month - 1) ? months[date.month - 1] : String(date.month)
    }
}

extension CalendarDate {
    /// The day of the month, two columns wide.
    var paddedDay: String { day < 10 ? " \(day)" : String(day) }
}

extension String {
    /// With a capital at its beginning, where its script has capitals.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

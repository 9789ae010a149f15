import Weather

extension Report {
    /// Adds today's past hours, which services no longer send, from an earlier report, so that today's extremes and
    /// sums are known; including the hour before midnight whose precipitation reaches into today.
    ///
    /// - Parameter previous: the same provider's earlier report for the place; nil for none.
    mutating func takeEarlierHours(of previous: Report?, in calendar: PlaceCalendar, at now: UnixTime) {
        guard let previous, let first = hours.first?.time, let today = calendar.span(of: calendar.date(at: now)) else {
            return
        }
        hours.insert(
            contentsOf: previous.hours.filter { today.start < $0.precipitationEnd && $0.time < first }, at: 0)
    }
}

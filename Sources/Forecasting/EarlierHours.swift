import Weather

extension Report {
    /// Takes over the hours of today that are over by now, which services no longer tell, from an earlier report. Without them
    /// today's extremes and sums are those from now on: in the evening, the highest temperature would be the evening's.
    ///
    /// - Parameter previous: what the same provider said of the place before; nil when nothing is kept.
    mutating func takeEarlierHours(of previous: Report?, in calendar: PlaceCalendar, at now: UnixTime) {
        guard let previous, let first = hours.first?.time, let today = calendar.span(of: calendar.date(at: now)) else {
            return
        }
        hours.insert(contentsOf: previous.hours.filter { today.start <= $0.time && $0.time < first }, at: 0)
    }
}

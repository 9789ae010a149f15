public import Weather

extension Report {
    /// A report with two days of hours from `start`: 15 °C, and one degree more each hour.
    public static func example(
        at coordinate: Coordinate, fetchedAt: UnixTime, start: UnixTime? = nil, temperature: Double = 15
    ) -> Report {
        let start = start ?? UnixTime(fetchedAt.seconds - fetchedAt.seconds % 86_400)
        var current = Conditions(condition: .partlyCloudy)
        current.temperature = temperature
        current.humidity = 60
        let hours = (0..<48).map { index in
            var conditions = Conditions(condition: .clear)
            conditions.temperature = temperature + Double(index)
            return Hour(time: start.advanced(by: index * 3600), conditions: conditions, precipitationProbability: 0)
        }
        let days = (0..<2).map { index in
            let midnight = start.advanced(by: index * 86_400)
            var day = Day(
                date: CalendarDate(year: 2026, month: 11, day: 21 + index), start: midnight,
                end: midnight.advanced(by: 86_400), condition: .clear)
            day.daylight = .sun(rise: midnight.advanced(by: 6 * 3600), set: midnight.advanced(by: 18 * 3600))
            return day
        }
        return Report(
            coordinate: coordinate.rounded, timeZone: "UTC",
            provider: Provider(id: "example", name: "Example", attribution: "Weather data by Example"),
            fetchedAt: fetchedAt, observedAt: fetchedAt, current: current, hours: hours, days: days)
    }
}

extension Coordinate {
    // swift-format-ignore: NeverForceUnwrap
    public static let montevideo = Coordinate(latitude: -34.9, longitude: -56.2)!
    // swift-format-ignore: NeverForceUnwrap
    public static let oslo = Coordinate(latitude: 59.91, longitude: 10.75)!
}

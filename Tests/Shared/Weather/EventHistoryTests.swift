import Testing
import Weather

/// When the notification history of a place is forgotten, and the distance within which places share it.
struct EventHistoryTests {
    private static let start = UnixTime(1_795_273_200)  // 2026-11-21T15:00Z
    private static let all = Set(WeatherEvent.Kind.allCases)
    private let coordinate: Coordinate
    private var history = NotificationHistory()

    init() throws {
        coordinate = try #require(Coordinate(latitude: 52.52, longitude: 13.41))
    }

    private static func at(_ minutes: Int) -> UnixTime { start.advanced(by: minutes * 60) }

    /// A report fetched this many minutes after the start, with two days of hours from the midnight before the start.
    private func report(at minutes: Int, temperature: (Int) -> Double = { _ in 10 }) -> Report {
        let midnight = Self.start.advanced(by: -15 * 3600)
        var report = Report(
            coordinate: coordinate, timeZone: "UTC", provider: Provider(id: "x", name: "X"),
            fetchedAt: Self.at(minutes))
        report.hours = (0..<48).map { index in
            var conditions = Conditions(condition: .clear)
            conditions.temperature = temperature(index)
            return Hour(time: midnight.advanced(by: index * 3600), conditions: conditions)
        }
        report.days = (0..<2).map { index in
            let start = midnight.advanced(by: index * 86_400)
            return Day(
                date: CalendarDate(year: 2026, month: 11, day: 21 + index), start: start,
                end: start.advanced(by: 86_400))
        }
        return report
    }

    private mutating func events(
        _ report: Report, at minutes: Int, failed: Bool = false, _ kinds: Set<WeatherEvent.Kind> = all,
        elsewhere: Coordinate? = nil
    ) -> [WeatherEvent.Kind] {
        let context = EventContext(
            report: report, alerts: nil, failedAt: failed ? Self.at(minutes) : nil, now: Self.at(minutes),
            staleAfter: 3600)
        return history.take(context, at: elsewhere ?? coordinate, kinds).events.map(\.kind)
    }

    @Test mutating func lossIsForgottenWithoutReactions() {
        let old = report(at: 0)
        _ = events(old, at: 70, failed: true)
        #expect(events(old, at: 76, failed: true) == [.lost])
        #expect(events(old, at: 80, failed: true, [.rain]) == [])
        #expect(events(old, at: 81, failed: true) == [], "failures are counted from here again")
        #expect(events(old, at: 87, failed: true) == [.lost])
        #expect(events(old, at: 90, failed: true, []) == [])
        #expect(events(report(at: 95), at: 95) == [], "there is no recovery, since it does not count as lost")
    }

    @Test mutating func failuresCountFromTheLastSuccess() {
        let old = report(at: 0)
        #expect(events(old, at: 70, failed: true) == [])
        #expect(events(report(at: 72), at: 72) == [])
        #expect(events(report(at: 72), at: 140, failed: true) == [])
        #expect(events(report(at: 72), at: 145, failed: true) == [.lost], "five minutes later")
    }

    @Test mutating func successfulFetchResetsTheCount() {
        let old = report(at: 0)
        #expect(events(old, at: 70, failed: true) == [])
        #expect(events(old, at: 72) == [])
        #expect(events(old, at: 76, failed: true) == [])
    }

    @Test(arguments: [
        (0.19, 0, true), (0, 0.29, true), (0, -0.29, true), (0.21, 0, false), (0, 0.31, false), (0, -0.31, false),
        (0.19, 0.31, false),
    ])
    mutating func placesWithin20KilometresShareTheirHistory(north: Double, east: Double, isShared: Bool) throws {
        let other = try #require(Coordinate(latitude: 52.52 + north, longitude: 13.41 + east))
        let cold = report(at: 0) { _ in -1 }
        #expect(events(cold, at: 0) == [.frost])
        #expect(events(cold, at: 0, elsewhere: other).isEmpty == isShared)
    }

    @Test func frostIsAtTheFirstColdestHour() {
        let frost = report(at: 0) { [20, 22, 23].contains($0) ? -2 : 1 }.frost(at: Self.start, staleAfter: 3600)
        #expect(frost?.time == Self.at(5 * 60) && frost?.lowest == -2)
    }
}
